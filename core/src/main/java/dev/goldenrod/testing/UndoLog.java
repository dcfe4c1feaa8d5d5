package dev.goldenrod.testing;

import dev.goldenrod.port.StoreConflictException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** How to undo the transaction under way. Used by the thread that runs it alone. */
final class UndoLog {
  private final Deque<Runnable> undo = new ArrayDeque<>();
  private @Nullable Thread owner;
  private @Nullable StoreConflictException conflict;

  void begin() {
    owner = Thread.currentThread();
  }

  /** Notes how to take back the change that follows. */
  void changing(Runnable takeBack) {
    undo.push(takeBack);
  }

  /** Refuses a row, and with it the transaction. */
  StoreConflictException refused(String rule) {
    conflict = new StoreConflictException(rule);
    return conflict;
  }

  void requireOpen() {
    if (owner != Thread.currentThread()) {
      throw new IllegalStateException(
          "the transaction has ended or belongs to another thread; use it inside its work alone");
    }
  }

  /** Keeps all changes. */
  void commit() {
    if (conflict != null) {
      throw conflict;
    }
    undo.clear();
  }

  /** Takes back what was not committed. */
  void end() {
    while (!undo.isEmpty()) {
      undo.pop().run();
    }
    owner = null;
    conflict = null;
  }
}
