package dev.goldenrod.dataplane.local.volume;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.Parameter;

/** The contract of all volume stores. */
abstract class VolumeContract {
  @Parameter Setting setting;

  @Nested
  class Store extends VolumeContractStore {
    @Override
    Setting setting() {
      return setting;
    }
  }

  @Nested
  class Copies extends VolumeContractCopies {
    @Override
    Setting setting() {
      return setting;
    }
  }

  @Nested
  class Limits extends VolumeContractLimits {
    @Override
    Setting setting() {
      return setting;
    }
  }

  @Nested
  class InUse extends VolumeContractInUse {
    @Override
    Setting setting() {
      return setting;
    }
  }
}
