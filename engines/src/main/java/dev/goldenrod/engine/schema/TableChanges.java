package dev.goldenrod.engine.schema;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import liquibase.CatalogAndSchema;
import liquibase.Scope;
import liquibase.change.Change;
import liquibase.changelog.ChangeSet;
import liquibase.database.Database;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.diff.DiffGeneratorFactory;
import liquibase.diff.DiffResult;
import liquibase.diff.compare.CompareControl;
import liquibase.diff.compare.CompareControl.SchemaComparison;
import liquibase.diff.output.DiffOutputControl;
import liquibase.diff.output.changelog.DiffToChangeLog;
import liquibase.exception.LiquibaseException;
import liquibase.snapshot.DatabaseSnapshot;
import liquibase.snapshot.InvalidExampleException;
import liquibase.snapshot.SnapshotControl;
import liquibase.snapshot.SnapshotGeneratorFactory;
import liquibase.sql.Sql;
import liquibase.sqlgenerator.SqlGeneratorFactory;

/** The statements for tables and what belongs to them, as Liquibase finds them. */
final class TableChanges {
  private static final String KINDS =
      "tables,columns,primarykeys,foreignkeys,uniqueconstraints,indexes,sequences,views";

  /** It would report its use to its makers. */
  private static final Map<String, Object> SILENT = Map.of("liquibase.analytics.enabled", false);

  /** It tells of each step; kept here, since the level goes with the logger. */
  private static final Logger LOG = Logger.getLogger("liquibase");

  static {
    LOG.setLevel(Level.WARNING);
  }

  private TableChanges() {}

  /**
   * The statements that turn one database's tables into the other's.
   *
   * @param namespaces the schemas to compare; empty for the one that is the connection's own
   * @throws LiquibaseException when it cannot read or express them
   */
  static List<String> between(Connection from, Connection to, List<String> namespaces)
      throws LiquibaseException {
    boolean named = !namespaces.isEmpty();
    try {
      return Scope.child(
          SILENT, () -> compare(database(from, named), database(to, named), namespaces));
    } catch (LiquibaseException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new LiquibaseException(e);
    }
  }

  private static Database database(Connection connection, boolean named) throws LiquibaseException {
    Database database =
        DatabaseFactory.getInstance()
            .findCorrectDatabaseImplementation(new JdbcConnection(connection));
    database.setOutputDefaultSchema(named);
    database.setOutputDefaultCatalog(named);
    return database;
  }

  private static List<String> compare(Database from, Database to, List<String> namespaces)
      throws Exception {
    CatalogAndSchema[] schemas =
        namespaces.isEmpty()
            ? new CatalogAndSchema[] {CatalogAndSchema.DEFAULT}
            : namespaces.stream()
                .map(name -> new CatalogAndSchema(null, name))
                .toArray(CatalogAndSchema[]::new);
    SchemaComparison[] pairs =
        Stream.of(schemas)
            .map(schema -> new SchemaComparison(schema, schema))
            .toArray(SchemaComparison[]::new);
    DiffResult difference =
        DiffGeneratorFactory.getInstance()
            .compare(
                snapshot(to, schemas), snapshot(from, schemas), new CompareControl(pairs, KINDS));
    DiffOutputControl output = new DiffOutputControl(false, !namespaces.isEmpty(), false, null);
    List<String> statements = new ArrayList<>();
    for (ChangeSet change : new DiffToChangeLog(difference, output).generateChangeSets()) {
      statements.addAll(statements(change, from));
    }
    return statements;
  }

  private static DatabaseSnapshot snapshot(Database database, CatalogAndSchema[] schemas)
      throws LiquibaseException, InvalidExampleException {
    return SnapshotGeneratorFactory.getInstance()
        .createSnapshot(schemas, database, new SnapshotControl(database, KINDS));
  }

  private static List<String> statements(ChangeSet changes, Database database) {
    List<String> statements = new ArrayList<>();
    for (Change change : changes.getChanges()) {
      Sql[] generated =
          SqlGeneratorFactory.getInstance()
              .generateSql(change.generateStatements(database), database);
      Stream.of(generated).map(Sql::toSql).forEach(statements::add);
    }
    return statements;
  }
}
