package dev.goldenrod.engine.schema;

import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.SchemaChanges;
import dev.goldenrod.port.SchemaChanges.Difference;
import dev.goldenrod.port.SchemaChanges.Statement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the statements that turn one schema into another by making them, in rounds: objects that
 * are too many are dropped and missing ones made, tables changed, others replaced. What needs
 * something else first works in a later round; the last one is that in which nothing works any
 * more. What differs then has no statement.
 */
public final class SchemaComparison {
  private static final int MOST_ROUNDS = 10;
  private static final String NO_SCRIPT =
      "a client would read more than this statement in a script; make it by hand";

  private final LiveSchema trial;
  private final LiveSchema target;
  private final Deadline deadline;
  private final SchemaParts wanted;
  private final List<Statement> worked = new ArrayList<>();
  private final List<Statement> failed = new ArrayList<>();

  private SchemaComparison(LiveSchema trial, LiveSchema target, Deadline deadline) {
    this.trial = trial;
    this.target = target;
    this.deadline = deadline;
    this.wanted = target.parts();
  }

  /**
   * Compares the two.
   *
   * @param trial is changed, until it is like the target as far as that can be expressed
   * @throws DataPlaneException when one cannot be read, or the time is over
   */
  public static SchemaChanges of(LiveSchema trial, LiveSchema target, Deadline deadline) {
    return new SchemaComparison(trial, target, deadline).compare();
  }

  private SchemaChanges compare() {
    SchemaParts found = trial.parts();
    if (differences(found).isEmpty()) {
      return new SchemaChanges(List.of(), List.of());
    }
    try (Connection session = trial.connect()) {
      for (int round = 0; round < MOST_ROUNDS && makeRound(session, found); round++) {
        found = trial.parts();
      }
    } catch (SQLException e) {
      deadline.check();
      throw new DataPlaneException("the schemas cannot be compared: " + e.getMessage(), e);
    }
    return new SchemaChanges(statements(), differences(found));
  }

  private List<Statement> statements() {
    List<Statement> all = new ArrayList<>();
    if (!worked.isEmpty()) {
      target.settings().forEach(setting -> all.add(done(setting)));
    }
    all.addAll(worked);
    all.addAll(failed);
    return all;
  }

  /** Whether something worked. */
  private boolean makeRound(Connection session, SchemaParts found) throws SQLException {
    int before = worked.size();
    failed.clear();
    for (String drop : found.drops()) {
      if (!wanted.drops().contains(drop)) {
        tryOut(session, List.of(drop));
      }
    }
    for (String name : wanted.objects().keySet()) {
      if (found.object(name).isEmpty()) {
        tryOut(session, wanted.object(name).orElseThrow());
      }
    }
    for (String change : target.changes(session)) {
      tryOut(session, List.of(change));
    }
    for (Difference difference : differences(found)) {
      if (!difference.found().isEmpty() && !difference.wanted().isEmpty()) {
        replace(session, difference.object());
      }
    }
    return worked.size() > before;
  }

  private void replace(Connection session, String name) {
    List<Statement> failedBefore = List.copyOf(failed);
    for (List<String> way : target.replacements(name, wanted)) {
      if (tryOut(session, way)) {
        failed.clear();
        failed.addAll(failedBefore);
        return;
      }
    }
  }

  /** Whether the statements work, all of them or, where the engine can do that, none. */
  private boolean tryOut(Connection session, List<String> statements) {
    deadline.check();
    Optional<String> failure = attempt(session, statements);
    if (failure.isEmpty()) {
      statements.forEach(sql -> worked.add(done(sql)));
    } else {
      failed.add(new Statement(String.join("\n", statements), failure.get()));
    }
    return failure.isEmpty();
  }

  private Statement done(String sql) {
    return target
        .inScript(sql)
        .map(script -> new Statement(script, ""))
        .orElseGet(() -> new Statement(sql, NO_SCRIPT));
  }

  /** Why the statements did not work; empty when they did. */
  private static Optional<String> attempt(Connection session, List<String> statements) {
    try {
      session.setAutoCommit(statements.size() == 1);
      try (java.sql.Statement statement = session.createStatement()) {
        statement.setEscapeProcessing(false);
        for (String sql : statements) {
          statement.execute(sql);
        }
        session.setAutoCommit(true);
        return Optional.empty();
      } catch (SQLException e) {
        undo(session);
        return Optional.of(String.valueOf(e.getMessage()));
      }
    } catch (SQLException e) {
      throw new DataPlaneException("the copy of the parent is gone: " + e.getMessage(), e);
    }
  }

  private static void undo(Connection session) throws SQLException {
    if (!session.getAutoCommit()) {
      session.rollback();
      session.setAutoCommit(true);
    }
  }

  private List<Difference> differences(SchemaParts found) {
    Set<String> names = new TreeSet<>(found.objects().keySet());
    names.addAll(wanted.objects().keySet());
    return names.stream()
        .filter(name -> !isSame(found.object(name), wanted.object(name)))
        .map(name -> new Difference(name, text(found.object(name)), text(wanted.object(name))))
        .toList();
  }

  private boolean isSame(Optional<List<String>> found, Optional<List<String>> expected) {
    return found.equals(expected)
        || found.isPresent() && expected.isPresent() && target.isSame(found.get(), expected.get());
  }

  private static String text(Optional<List<String>> statements) {
    return statements.map(all -> String.join("\n", all)).orElse("");
  }
}
