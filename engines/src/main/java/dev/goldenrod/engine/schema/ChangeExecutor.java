package dev.goldenrod.engine.schema;

import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.SchemaChanges.Statement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Applies changes in a session, each completely or not at all, and records the results. */
final class ChangeExecutor {
  private static final String NO_SCRIPT =
      "a client would misread this statement in a script; run it manually";

  private final Connection session;
  private final LiveSchema target;
  private final Deadline deadline;
  private final DataLossCounter lossCounter;
  private final List<Statement> succeeded = new ArrayList<>();
  private final List<Statement> failed = new ArrayList<>();

  ChangeExecutor(Connection session, LiveSchema target, Deadline deadline) {
    this.session = session;
    this.target = target;
    this.deadline = deadline;
    this.lossCounter = new DataLossCounter(target);
  }

  /** Returns the statements that succeeded, in order. */
  List<Statement> succeeded() {
    return List.copyOf(succeeded);
  }

  /** Returns the statements that failed since the last {@link #clearFailures}. */
  List<Statement> failed() {
    return List.copyOf(failed);
  }

  void clearFailures() {
    failed.clear();
  }

  /** Drops all but the first {@code count} succeeded statements, because they had no effect. */
  void keepFirst(int count) {
    succeeded.subList(count, succeeded.size()).clear();
  }

  void apply(Change change) {
    applyFirst(List.of(change), failure -> false);
  }

  /**
   * Applies the first of the alternatives that works.
   *
   * @param triesNext whether to try the next alternative after a failure
   * @return whether one succeeded; failures of the others are then not recorded
   */
  boolean applyFirst(List<Change> alternatives, Predicate<SQLException> triesNext) {
    List<Statement> refused = new ArrayList<>();
    for (Change alternative : alternatives) {
      deadline.check();
      List<String> lost = lossCounter.describe(session, alternative.losses());
      Optional<SQLException> failure = attempt(alternative);
      if (failure.isEmpty()) {
        recordSuccess(alternative, lost);
        return true;
      }
      String reason = String.valueOf(failure.get().getMessage());
      refused.add(new Statement(String.join("\n", alternative.statements()), reason));
      if (!triesNext.test(failure.get())) {
        break;
      }
    }
    failed.addAll(refused);
    return false;
  }

  private void recordSuccess(Change alternative, List<String> lost) {
    List<String> losing = lost;
    for (String sql : alternative.statements()) {
      succeeded.add(inScript(sql, losing));
      losing = List.of();
    }
  }

  private Statement inScript(String sql, List<String> lost) {
    return target
        .inScript(sql)
        .map(script -> new Statement(script, "", lost))
        .orElseGet(() -> new Statement(sql, NO_SCRIPT, lost));
  }

  /** Applies the change and returns why it failed, if it did. */
  private Optional<SQLException> attempt(Change change) {
    int done = 0;
    try {
      session.setAutoCommit(change.statements().size() == 1);
      try (java.sql.Statement statement = session.createStatement()) {
        statement.setEscapeProcessing(false);
        for (String sql : change.statements()) {
          statement.execute(sql);
          done++;
        }
        session.setAutoCommit(true);
        return Optional.empty();
      } catch (SQLException e) {
        undo(done == 0 ? List.of() : change.undo());
        return Optional.of(e);
      }
    } catch (SQLException e) {
      throw new DataPlaneException(
          "cannot try more changes on the copy of the parent: " + e.getMessage(), e);
    }
  }

  /** Also restores the settings, because those of a failed change would remain in effect. */
  private void undo(List<String> undo) throws SQLException {
    if (!session.getAutoCommit()) {
      session.rollback();
      session.setAutoCommit(true);
    }
    try (java.sql.Statement statement = session.createStatement()) {
      statement.setEscapeProcessing(false);
      for (String setting : target.settings()) {
        statement.execute(setting);
      }
      for (String sql : undo) {
        statement.execute(sql);
      }
    }
  }
}
