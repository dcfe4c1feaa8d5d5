package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.engine.imports.Masking;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.masking.MaskedRows.SequenceValue;
import dev.goldenrod.engine.postgres.imports.source.SourceLogin;
import dev.goldenrod.masking.TableMask;
import dev.goldenrod.masking.rules.MaskingPlan;
import dev.goldenrod.masking.rules.ObjectAction;
import dev.goldenrod.masking.rules.ObjectKind;
import dev.goldenrod.masking.schema.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One moment of a source, which pg_dump and all readers of rows share, with the plan for its schema
 * at that moment. The tables to copy are locked against changes of their definition. Not
 * thread-safe.
 */
public final class SourceSnapshot implements AutoCloseable {
  /** Less than the driver waits for an answer. */
  private static final String LOCK_TIMEOUT = "100s";

  private static final String SEQUENCES =
      """
      SELECT pg_catalog.format('%%I.%%I', n.nspname, c.relname)
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind = 'S' AND c.relpersistence <> 't' AND %s
         AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d
              WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
                AND d.objid = c.oid AND d.deptype = 'e')
       ORDER BY 1
      """
          .formatted(SchemaReader.USER_SCHEMAS);

  private static final String VIEWS =
      """
      SELECT pg_catalog.format('%%I.%%I', n.nspname, c.relname)
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind = 'm' AND c.relispopulated AND %s ORDER BY c.oid
      """
          .formatted(SchemaReader.USER_SCHEMAS);

  private final Connection connection;
  private final String id;
  private final Masking masking;
  private final SourceTables tables;
  private final MaskingPlan plan;

  private SourceSnapshot(
      Connection connection, String id, Masking masking, SourceTables tables, MaskingPlan plan) {
    this.connection = connection;
    this.id = id;
    this.masking = masking;
    this.tables = tables;
    this.plan = plan;
  }

  /**
   * Takes a snapshot.
   *
   * @throws dev.goldenrod.port.DataPlaneException if the rules do not fit the source's present
   *     schema
   */
  public static SourceSnapshot open(SourceLogin login, Masking masking) throws SQLException {
    Connection connection = login.connect(weakness -> {});
    try {
      return open(connection, login, masking);
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private static SourceSnapshot open(Connection connection, SourceLogin login, Masking masking)
      throws SQLException {
    connection.setReadOnly(true);
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    MaskingPlan before = plan(login, masking, SchemaReader.read(connection));
    connection.setAutoCommit(false);
    lock(connection, before);
    String id = Sql.texts(connection, "SELECT pg_catalog.pg_export_snapshot()").get(0);
    SourceTables tables = SchemaReader.read(connection);
    return new SourceSnapshot(connection, id, masking, tables, plan(login, masking, tables));
  }

  private static MaskingPlan plan(SourceLogin login, Masking masking, SourceTables tables) {
    return PostgresSourceMasking.plan(login, PostgresSourceMasking.check(masking, tables));
  }

  /** Before the snapshot, so that no definition changes between the two. */
  private static void lock(Connection connection, MaskingPlan plan) throws SQLException {
    Sql.run(connection, "SET LOCAL lock_timeout = '%s'".formatted(LOCK_TIMEOUT));
    String names =
        plan.tables().stream()
            .map(mask -> "ONLY " + RowQuery.name(mask.table()))
            .collect(Collectors.joining(", "));
    if (!names.isEmpty()) {
      Sql.run(connection, "LOCK TABLE %s IN ACCESS SHARE MODE".formatted(names));
    }
  }

  /** Returns the options with which pg_dump dumps all but rows, and what the rules drop. */
  public List<String> dumpOptions(int major) {
    List<String> options = new ArrayList<>(List.of("--snapshot=" + id, "--exclude-table-data=*.*"));
    addUnlessKept(options, ObjectKind.LARGE_OBJECTS, "--no-blobs");
    addUnlessKept(options, ObjectKind.COMMENTS, "--no-comments", "--no-security-labels");
    addUnlessKept(options, ObjectKind.PUBLICATIONS, "--no-publications");
    if (major >= 18) {
      options.add("--no-statistics");
    }
    return options;
  }

  private void addUnlessKept(List<String> options, ObjectKind kind, String... added) {
    if (masking.rules().object(kind).action() != ObjectAction.KEEP) {
      options.addAll(List.of(added));
    }
  }

  String id() {
    return id;
  }

  Masking masking() {
    return masking;
  }

  SourceTables tables() {
    return tables;
  }

  MaskingPlan plan() {
    return plan;
  }

  /** Returns the tables with rows of their own to copy. */
  List<TableMask> masks() {
    return plan.tables().stream()
        .filter(
            mask ->
                tables.schema().table(mask.table()).stream()
                    .anyMatch(table -> table.kind() == Table.Kind.TABLE))
        .toList();
  }

  /** Returns the values that the rules keep. */
  List<SequenceValue> sequences() throws SQLException {
    List<SequenceValue> values = new ArrayList<>();
    if (masking.rules().object(ObjectKind.SEQUENCES).action() == ObjectAction.KEEP) {
      for (String name : Sql.texts(connection, SEQUENCES)) {
        values.addAll(
            Sql.list(
                connection,
                "SELECT last_value, is_called FROM " + name,
                row -> new SequenceValue(name, row.getLong(1), row.getBoolean(2))));
      }
    }
    return values;
  }

  /** Returns the quoted names of the materialized views that have rows, oldest first. */
  List<String> populatedViews() throws SQLException {
    return Sql.texts(connection, VIEWS);
  }

  /** Returns whether the table has a row of its own, by the condition of an extension's table. */
  boolean hasRows(TableMask mask) throws SQLException {
    String query = "SELECT EXISTS (%s)".formatted(RowQuery.select(mask, condition(mask)));
    return Sql.list(connection, query, row -> row.getBoolean(1)).get(0);
  }

  String condition(TableMask mask) {
    return tables.conditions().getOrDefault(mask.table(), "");
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
