package dev.goldenrod.dataplane.local.work;

import dev.goldenrod.dataplane.RecentEntries;
import dev.goldenrod.dataplane.WorkFailure;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the failed attempts to suspend a database for a copy, and gives up after two: each attempt
 * blocks clients for seconds, and a third would fail, too. Not thread-safe.
 */
public final class StandstillTries {
  private static final int MOST = 2;
  private static final int MOST_COPIES = 1000;

  private record Failed(int tries, String why) {}

  private final Map<String, Failed> failed = new RecentEntries<>(MOST_COPIES);

  public void requireTry(String copy) {
    Failed before = failed.get(copy);
    if (before != null && before.tries() >= MOST) {
      throw givenUp(before.why(), null);
    }
  }

  public WorkFailure failed(String copy, RuntimeException cause) {
    String why = String.valueOf(cause.getMessage());
    Failed now =
        failed.merge(copy, new Failed(1, why), (old, one) -> new Failed(old.tries() + 1, why));
    return now.tries() < MOST
        ? WorkFailure.blocked(why + "; this will be retried once", cause)
        : givenUp(why, cause);
  }

  private static WorkFailure givenUp(String why, @Nullable RuntimeException cause) {
    return WorkFailure.failed(
        "gave up after %d tries: %s; delete the copy and create it again when the cause is gone, or stop the database first"
            .formatted(MOST, why),
        cause);
  }
}
