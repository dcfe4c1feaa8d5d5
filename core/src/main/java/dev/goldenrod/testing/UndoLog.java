package dev.goldenrod.testing;

import dev.goldenrod.port.StoreConflictException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The undo log of the running transaction. Only the transaction's thread may use it. */
final class UndoLog {
  private final Deque<Runnable> undo = new ArrayDeque<>();
  private @Nullable Thread owner;
  private @Nullable StoreConflictException conflict;

  void begin() {
    owner = Thread.currentThread();
  }

  /** Records how to revert the change that follows. */
  void recordUndo(Runnable revert) {
    undo.push(revert);
  }

  /** Returns the exception for a refused row, after which the transaction cannot be committed. */
  StoreConflictException refused(String rule) {
    conflict = new StoreConflictException(rule);
    return conflict;
  }

  void requireOpen() {
    if (owner != Thread.currentThread()) {
      throw new IllegalStateException(
          "the transaction has ended or belongs to another thread; use it only inside its work");
    }
  }

  void commit() {
    if (conflict != null) {
      throw conflict;
    }
    undo.clear();
  }

  void end() {
    while (!undo.isEmpty()) {
      undo.pop().run();
    }
    owner = null;
    conflict = null;
  }
}
