package dev.goldenrod.reconcile;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Suppresses repeated log lines of a resource that is retried with the same problem. */
final class RepeatedProblemFilter {
  private final Map<UUID, String> last = new ConcurrentHashMap<>();

  boolean isNew(UUID resource, @Nullable String problem) {
    String now = String.valueOf(problem);
    return !now.equals(last.put(resource, now));
  }

  /** Forgets the resource's problem, so that the same one is logged again. */
  void clear(UUID resource) {
    last.remove(resource);
  }
}
