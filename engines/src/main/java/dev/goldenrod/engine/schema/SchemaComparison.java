package dev.goldenrod.engine.schema;

import dev.goldenrod.engine.schema.LiveSchema.SchemaParts;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.SchemaChanges;
import dev.goldenrod.port.SchemaChanges.Difference;
import dev.goldenrod.port.SchemaChanges.Statement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the statements that turn one schema into another by running them. Each round drops unwanted
 * objects, creates missing ones, changes tables and replaces other objects; a statement that
 * depends on another may work in a later round. The last round changes nothing, and differences
 * that then remain have no statement.
 */
public final class SchemaComparison {
  private static final int MOST_ROUNDS = 10;

  private final LiveSchema trial;
  private final LiveSchema target;
  private final Deadline deadline;
  private final SchemaParts wanted;

  /** A replacement that succeeded but left a difference would leave it again. */
  private final Set<String> replaced = new HashSet<>();

  private SchemaComparison(LiveSchema trial, LiveSchema target, Deadline deadline) {
    this.trial = trial;
    this.target = target;
    this.deadline = deadline;
    this.wanted = target.parts();
  }

  /**
   * Compares two schemas.
   *
   * @param trial is changed until it matches the target as far as statements can express
   * @throws DataPlaneException if a schema cannot be read or the time is up
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
      ChangeExecutor executor = new ChangeExecutor(session, target, deadline);
      SchemaParts left = runRounds(session, executor, found);
      return new SchemaChanges(statements(executor), differences(left));
    } catch (SQLException e) {
      deadline.check();
      throw new DataPlaneException("the schemas cannot be compared: " + e.getMessage(), e);
    }
  }

  private SchemaParts runRounds(Connection session, ChangeExecutor executor, SchemaParts begin)
      throws SQLException {
    SchemaParts found = begin;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      int before = executor.succeeded().size();
      runRound(session, executor, found);
      if (executor.succeeded().size() == before) {
        return found;
      }
      SchemaParts now = trial.parts();
      if (now.equals(found)) {
        executor.keepFirst(before);
        return found;
      }
      found = now;
    }
    return found;
  }

  private List<Statement> statements(ChangeExecutor executor) {
    List<Statement> all = new ArrayList<>();
    if (!executor.succeeded().isEmpty()) {
      target
          .settings()
          .forEach(sql -> all.add(new Statement(target.inScript(sql).orElseThrow(), "")));
    }
    all.addAll(executor.succeeded());
    all.addAll(executor.failed());
    return all;
  }

  private void runRound(Connection session, ChangeExecutor executor, SchemaParts found)
      throws SQLException {
    executor.clearFailures();
    for (String drop : found.drops()) {
      if (!wanted.drops().contains(drop)) {
        executor.apply(Change.of(drop).losing(target.losses(drop)));
      }
    }
    for (String name : wanted.objects().keySet()) {
      if (found.object(name).isEmpty()) {
        executor.applyFirst(target.creations(name, wanted), failure -> true);
      }
    }
    for (List<Change> ways : target.changes(session)) {
      executor.applyFirst(ways, target::isRefusedCast);
    }
    for (Difference difference : differences(found)) {
      if (!difference.found().isEmpty() && !difference.wanted().isEmpty()) {
        replace(executor, found, difference.object());
      }
    }
  }

  private void replace(ChangeExecutor executor, SchemaParts found, String name) {
    if (replaced.contains(name)) {
      return;
    }
    if (executor.applyFirst(target.replacements(name, found, wanted), failure -> true)) {
      replaced.add(name);
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
