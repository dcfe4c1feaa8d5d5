package dev.goldenrod.testing;

import dev.goldenrod.port.DataPlaneException;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/** The databases that run in the configured image. Guarded by the data plane's lock. */
final class FakeImages {
  private final Set<UUID> upgraded = new HashSet<>();
  private boolean isAnother;
  private boolean sortsOtherwise;

  void configure(boolean sortingOtherwise) {
    isAnother = true;
    sortsOtherwise = sortingOtherwise;
    upgraded.clear();
  }

  /** Returns whether a restart is due for the new image. */
  boolean upgrade(UUID id, boolean reindex) {
    if (!isAnother || upgraded.contains(id)) {
      return false;
    }
    if (sortsOtherwise && !reindex) {
      throw new DataPlaneException(
          "the image may sort text differently than the database's indexes: repeat the request with reindex");
    }
    return upgraded.add(id);
  }
}
