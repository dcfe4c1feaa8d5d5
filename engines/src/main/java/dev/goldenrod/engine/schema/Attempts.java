package dev.goldenrod.engine.schema;

import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.SchemaChanges.Statement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Makes changes in a session, each whole or not at all, and tells what became of them. */
final class Attempts {
  private static final String NO_SCRIPT =
      "a client would read more than this statement in a script; make it by hand";

  private final Connection session;
  private final LiveSchema target;
  private final Deadline deadline;
  private final LossFigures losses;
  private final List<Statement> worked = new ArrayList<>();
  private final List<Statement> failed = new ArrayList<>();

  /**
   * @param target knows what the engine can do, and how a script says it
   */
  Attempts(Connection session, LiveSchema target, Deadline deadline) {
    this.session = session;
    this.target = target;
    this.deadline = deadline;
    this.losses = new LossFigures(target);
  }

  /** What worked so far, in the order in which it was made. */
  List<Statement> worked() {
    return List.copyOf(worked);
  }

  /** What failed since the last {@link #forgetFailures}. */
  List<Statement> failed() {
    return List.copyOf(failed);
  }

  void forgetFailures() {
    failed.clear();
  }

  /** What worked after the first of that number comes to nothing. */
  void forgetAfter(int count) {
    worked.subList(count, worked.size()).clear();
  }

  /** Makes the change. */
  void make(Change change) {
    makeFirst(List.of(change), failure -> false);
  }

  /**
   * Makes the first of the ways that works.
   *
   * @param goesOn whether the next one is tried after that failure
   * @return whether one did; then none is told to have failed
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

  /** Why the change failed; empty when it did not. */
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

  /** A setting of a change that failed would hold for all that follow. */
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
