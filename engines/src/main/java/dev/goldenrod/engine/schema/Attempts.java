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
final class Attempts {
  private static final String NO_SCRIPT =
      "a client would read more than this statement in a script; make it by hand";

  private final Connection session;
  private final LiveSchema target;
  private final Deadline deadline;
  private final LossFigures losses;
  private final List<Statement> worked = new ArrayList<>();
  private final List<Statement> failed = new ArrayList<>();

  Attempts(Connection session, LiveSchema target, Deadline deadline) {
    this.session = session;
    this.target = target;
    this.deadline = deadline;
    this.losses = new LossFigures(target);
  }

  /** Returns the statements that worked, in order. */
  List<Statement> worked() {
    return List.copyOf(worked);
  }

  /** Returns the statements that failed since the last {@link #forgetFailures}. */
  List<Statement> failed() {
    return List.copyOf(failed);
  }

  void forgetFailures() {
    failed.clear();
  }

  /** Drops all but the first {@code count} statements that worked, because they had no effect. */
  void forgetAfter(int count) {
    worked.subList(count, worked.size()).clear();
  }

  void make(Change change) {
    makeFirst(List.of(change), failure -> false);
  }

  /**
   * Applies the first of the alternatives that works.
   *
   * @param goesOn whether to try the next alternative after a failure
   * @return whether one worked; failures of the others are then not recorded
   */
  boolean makeFirst(List<Change> ways, Predicate<SQLException> goesOn) {
    List<Statement> refused = new ArrayList<>();
    for (Change way : ways) {
      deadline.check();
      List<String> lost = losses.of(session, way.losses());
      Optional<SQLException> failure = attempt(way);
      if (failure.isEmpty()) {
        tell(way, lost);
        return true;
      }
      String reason = String.valueOf(failure.get().getMessage());
      refused.add(new Statement(String.join("\n", way.statements()), reason));
      if (!goesOn.test(failure.get())) {
        break;
      }
    }
    failed.addAll(refused);
    return false;
  }

  private void tell(Change way, List<String> lost) {
    List<String> losing = lost;
    for (String sql : way.statements()) {
      worked.add(inScript(sql, losing));
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
    int made = 0;
    try {
      session.setAutoCommit(change.statements().size() == 1);
      try (java.sql.Statement statement = session.createStatement()) {
        statement.setEscapeProcessing(false);
        for (String sql : change.statements()) {
          statement.execute(sql);
          made++;
        }
        session.setAutoCommit(true);
        return Optional.empty();
      } catch (SQLException e) {
        undo(made == 0 ? List.of() : change.undo());
        return Optional.of(e);
      }
    } catch (SQLException e) {
      throw new DataPlaneException(
          "no more can be tried on the copy of the parent: " + e.getMessage(), e);
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
