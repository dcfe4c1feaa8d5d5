package dev.goldenrod.testing;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a database that is being made becomes ready, fails, blocks or stays in progress.
 */
final class FakeOutcomes {
  private final Deque<String> nextFailures = new ArrayDeque<>();
  private @Nullable String block;
  private boolean held;

  void failNext(String message) {
    nextFailures.add(message);
  }

  void blockFromNowOn(String message) {
    block = message;
  }

  void unblock() {
    block = null;
  }

  void hold() {
    held = true;
  }

  void release() {
    held = false;
  }

  void applyTo(FakeDatabase database) {
    if (!nextFailures.isEmpty()) {
      database.fail(nextFailures.remove());
    } else if (block != null) {
      database.block(block);
    } else if (!held) {
      database.finish();
    }
  }
}
