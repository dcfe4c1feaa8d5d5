package dev.goldenrod.dataplane.local.work;

import dev.goldenrod.dataplane.RecentEntries;
import dev.goldenrod.dataplane.WorkFailure;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How often a database did not stand still for a copy. Each try holds its clients up for seconds,
 * and a third would find no end either. One thread at a time.
 */
public final class StandstillTries {
  private static final int MOST = 2;
  private static final int MOST_COPIES = 1000;

  private record Failed(int tries, String why) {}

  private final Map<String, Failed> failed = new RecentEntries<>(MOST_COPIES);

  /**
   * Refuses a copy that was given up.
   *
   * @throws WorkFailure when it was
   */
  public void requireTry(String copy) {
    Failed before = failed.get(copy);
    if (before != null && before.tries() >= MOST) {
      throw givenUp(before.why(), null);
    }
  }

  /** What is to be told of another try that failed. */
  public WorkFailure failed(String copy, RuntimeException cause) {
    String why = String.valueOf(cause.getMessage());
    Failed now =
        failed.merge(copy, new Failed(1, why), (old, one) -> new Failed(old.tries() + 1, why));
    return now.tries() < MOST
        ? WorkFailure.blocked(why + "; it is tried once more", cause)
        : givenUp(why, cause);
  }

  private static WorkFailure givenUp(String why, @Nullable RuntimeException cause) {
    return WorkFailure.failed(
        "given up after %d tries: %s; delete it and make it again when that has ended, or stop the database first"
            .formatted(MOST, why),
        cause);
  }
}
