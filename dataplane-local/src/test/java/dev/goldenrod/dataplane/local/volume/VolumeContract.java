package dev.goldenrod.dataplane.local.volume;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.Parameter;

/** The contract of all volume stores. */
abstract class VolumeContract {
  @Parameter VolumeTestSetup setting;

  @Nested
  class Store extends VolumeContractStore {
    @Override
    VolumeTestSetup setting() {
      return setting;
    }
  }

  @Nested
  class Copies extends VolumeContractCopies {
    @Override
    VolumeTestSetup setting() {
      return setting;
    }
  }

  @Nested
  class Limits extends VolumeContractLimits {
    @Override
    VolumeTestSetup setting() {
      return setting;
    }
  }

  @Nested
  class InUse extends VolumeContractInUse {
    @Override
    VolumeTestSetup setting() {
      return setting;
    }
  }
}
