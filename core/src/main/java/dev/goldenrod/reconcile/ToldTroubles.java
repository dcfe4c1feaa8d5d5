package dev.goldenrod.reconcile;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What was logged of resources that are tried again and again: once, and not with every try. */
final class ToldTroubles {
  private final Map<UUID, String> last = new ConcurrentHashMap<>();

  /** Whether the trouble is another one than the last one of the resource. */
  boolean isNews(UUID resource, @Nullable String trouble) {
    String now = String.valueOf(trouble);
    return !now.equals(last.put(resource, now));
  }

  /** The resource has no trouble any more; the same one is news again. */
  void over(UUID resource) {
    last.remove(resource);
  }
}
