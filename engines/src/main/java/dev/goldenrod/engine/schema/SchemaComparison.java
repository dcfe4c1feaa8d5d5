package dev.goldenrod.engine.schema;

import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.SchemaChanges;
import dev.goldenrod.port.SchemaChanges.Difference;
import dev.goldenrod.port.SchemaChanges.Statement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import liquibase.exception.LiquibaseException;

/**
 * Finds the statements that turn one schema into another by making them: objects that are too many
 * are dropped and missing ones made, as far as that can be done before tables change, then the
 * tables, then the rest. What differs in the end has no statement.
 */
public final class SchemaComparison {
  private final LiveSchema trial;
  private final LiveSchema target;
  private final SchemaParts wanted;
  private final List<Statement> statements = new ArrayList<>();

  private SchemaComparison(LiveSchema trial, LiveSchema target) {
    this.trial = trial;
    this.target = target;
    this.wanted = target.parts();
  }

  /**
   * Compares the two.
   *
   * @param trial is changed, until it is like the target as far as that can be expressed
   * @throws DataPlaneException when one cannot be read
   */
  public static SchemaChanges of(LiveSchema trial, LiveSchema target) {
    return new SchemaComparison(trial, target).compare();
  }

  private SchemaChanges compare() {
    if (trial.parts().equals(wanted)) {
      return new SchemaChanges(List.of(), List.of());
    }
    try (Connection session = trial.connect()) {
      dropSurplus(session);
      addMissing(session);
      changeTables(session);
      dropSurplus(session);
      addMissing(session);
      replaceChanged(session);
      if (!statements.isEmpty()) {
        statements.addAll(
            0,
            target.settings().stream()
                .map(setting -> new Statement(target.inScript(setting), ""))
                .toList());
      }
      return new SchemaChanges(statements, differences());
    } catch (SQLException e) {
      throw new DataPlaneException("the schemas cannot be compared: " + e.getMessage(), e);
    }
  }

  /** What something else needs still is dropped later. */
  private void dropSurplus(Connection session) {
    trial.parts().drops().stream()
        .filter(drop -> !wanted.drops().contains(drop))
        .forEach(drop -> addIfItWorks(session, drop));
  }

  /** What needs something else first is made later. */
  private void addMissing(Connection session) {
    SchemaParts found = trial.parts();
    wanted
        .objects()
        .forEach(
            (name, ddl) -> {
              if (found.object(name).isEmpty()) {
                addIfItWorks(session, ddl);
              }
            });
  }

  private void changeTables(Connection session) throws SQLException {
    for (String sql : tableChanges()) {
      add(session, sql);
    }
  }

  /** In sessions of their own: what is read there stays locked until they end. */
  private List<String> tableChanges() throws SQLException {
    try (Connection from = trial.connect();
        Connection to = target.connect()) {
      List<String> namespaces = new ArrayList<>(trial.namespaces(from));
      namespaces.retainAll(target.namespaces(to));
      return TableChanges.between(from, to, namespaces);
    } catch (LiquibaseException e) {
      throw new DataPlaneException("the tables cannot be compared: " + e.getMessage(), e);
    }
  }

  private void replaceChanged(Connection session) {
    SchemaParts found = trial.parts();
    wanted
        .objects()
        .forEach(
            (name, ddl) -> {
              if (found.object(name).filter(present -> !present.equals(ddl)).isPresent()) {
                target.replacement(name, ddl).forEach(sql -> add(session, sql));
              }
            });
  }

  private void addIfItWorks(Connection session, String sql) {
    if (attempt(session, sql).isEmpty()) {
      statements.add(new Statement(target.inScript(sql), ""));
    }
  }

  private void add(Connection session, String sql) {
    statements.add(new Statement(target.inScript(sql), attempt(session, sql)));
  }

  /** Why the statement did not work; empty when it did. */
  private static String attempt(Connection session, String sql) {
    try (java.sql.Statement statement = session.createStatement()) {
      statement.setEscapeProcessing(false);
      statement.execute(sql);
      return "";
    } catch (SQLException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private List<Difference> differences() {
    SchemaParts found = trial.parts();
    Set<String> names = new TreeSet<>(found.objects().keySet());
    names.addAll(wanted.objects().keySet());
    return names.stream()
        .map(
            name ->
                new Difference(name, found.object(name).orElse(""), wanted.object(name).orElse("")))
        .filter(difference -> !difference.found().equals(difference.wanted()))
        .toList();
  }
}
