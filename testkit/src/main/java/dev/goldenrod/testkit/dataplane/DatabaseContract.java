package dev.goldenrod.testkit.dataplane;

import dev.goldenrod.port.DataPlane;
import org.junit.jupiter.api.Nested;

/**
 * Everything that {@link DataPlane} promises but imports: an adapter that has none extends this
 * class in its own tests. Each part is a class of its own, so that an adapter that keeps fewer of
 * them nests those alone.
 */
public abstract class DatabaseContract extends DataPlaneFixture {
  @Nested
  class Databases extends DataPlaneContractDatabases {}

  @Nested
  class Stops extends DataPlaneContractStops {}

  @Nested
  class Branches extends DataPlaneContractBranches {}

  @Nested
  class Snapshots extends DataPlaneContractSnapshots {}

  @Nested
  class Takeovers extends DataPlaneContractTakeovers {}

  @Nested
  class Logins extends DataPlaneContractLogins {}

  @Nested
  class Connections extends DataPlaneContractConnections {}

  @Nested
  class Resizes extends DataPlaneContractResizes {}

  @Nested
  class Images extends DataPlaneContractImages {}

  @Nested
  class Restarts extends DataPlaneContractRestarts {}
}
