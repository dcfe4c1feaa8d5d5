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
  class Databases extends DataPlaneContractDatabases {
    @Override
    protected DataPlaneFixture adapter() {
      return DatabaseContract.this;
    }
  }

  @Nested
  class Branches extends DataPlaneContractBranches {
    @Override
    protected DataPlaneFixture adapter() {
      return DatabaseContract.this;
    }
  }

  @Nested
  class Takeovers extends DataPlaneContractTakeovers {
    @Override
    protected DataPlaneFixture adapter() {
      return DatabaseContract.this;
    }
  }

  @Nested
  class Logins extends DataPlaneContractLogins {
    @Override
    protected DataPlaneFixture adapter() {
      return DatabaseContract.this;
    }
  }

  @Nested
  class Resizes extends DataPlaneContractResizes {
    @Override
    protected DataPlaneFixture adapter() {
      return DatabaseContract.this;
    }
  }

  @Nested
  class Images extends DataPlaneContractImages {
    @Override
    protected DataPlaneFixture adapter() {
      return DatabaseContract.this;
    }
  }

  @Nested
  class Restarts extends DataPlaneContractRestarts {
    @Override
    protected DataPlaneFixture adapter() {
      return DatabaseContract.this;
    }
  }
}
