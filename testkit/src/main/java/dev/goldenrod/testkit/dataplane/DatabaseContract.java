package dev.goldenrod.testkit.dataplane;

import dev.goldenrod.port.DataPlane;
import org.junit.jupiter.api.Nested;

/**
 * Contract tests of {@link DataPlane} without imports. Each part is a separate class, so that an
 * adapter may nest only some of them.
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
