package dev.goldenrod.testing;

import dev.goldenrod.port.DataPlaneException;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/** Which databases run in the image that is configured. Guarded by the data plane's lock. */
final class FakeImages {
  private final Set<UUID> upgraded = new HashSet<>();
  private boolean isAnother;
  private boolean sortsOtherwise;

  /** From now on another image is configured, and no database runs in it. */
  void configure(boolean sortingOtherwise) {
    isAnother = true;
    sortsOtherwise = sortingOtherwise;
    upgraded.clear();
  }

  /** Whether a restart is due for it. */
  boolean upgrade(UUID id, boolean reindex) {
    if (!isAnother || upgraded.contains(id)) {
      return false;
    }
    if (sortsOtherwise && !reindex) {
      throw new DataPlaneException(
          "the image may sort text in another order than the database's indexes are in: ask with reindex");
    }
    return upgraded.add(id);
  }
}
