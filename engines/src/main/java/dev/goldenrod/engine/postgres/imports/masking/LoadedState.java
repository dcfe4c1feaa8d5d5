package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.masking.MaskedRows.SequenceValue;
import dev.goldenrod.masking.rules.ObjectKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Sets what depends on loaded rows: sequences and materialized views. */
public record LoadedState(Connection role, MaskedRows rows, StepReport report) {
  private static final String SET = "SELECT pg_catalog.setval(?::regclass, ?, ?)";

  /** Sequences with the columns that own them, and the direction in which they count. */
  private static final String OWNED =
      """
      SELECT pg_catalog.format('%I.%I', n.nspname, c.relname),
             pg_catalog.format(
               'SELECT pg_catalog.setval(%L::pg_catalog.regclass, %s) FROM ONLY %I.%I HAVING %s IS NOT NULL',
               pg_catalog.format('%I.%I', n.nspname, c.relname),
               pg_catalog.format(
                 CASE WHEN s.seqincrement > 0 THEN 'LEAST(GREATEST(max(%I)::bigint, %s), %s)'
                      ELSE 'GREATEST(LEAST(min(%I)::bigint, %2$s), %3$s)' END,
                 a.attname,
                 CASE WHEN s.seqincrement > 0 THEN s.seqmin ELSE s.seqmax END,
                 CASE WHEN s.seqincrement > 0 THEN s.seqmax ELSE s.seqmin END),
               tn.nspname, t.relname,
               pg_catalog.format(
                 CASE WHEN s.seqincrement > 0 THEN 'max(%I)' ELSE 'min(%I)' END, a.attname))
        FROM pg_catalog.pg_class c
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_catalog.pg_sequence s ON s.seqrelid = c.oid
        JOIN pg_catalog.pg_depend d ON d.objid = c.oid AND d.deptype IN ('a', 'i')
             AND d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
             AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.refobjsubid > 0
        JOIN pg_catalog.pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
        JOIN pg_catalog.pg_class t ON t.oid = a.attrelid
        JOIN pg_catalog.pg_namespace tn ON tn.oid = t.relnamespace
       WHERE c.relkind = 'S' AND a.atttypid IN (20, 21, 23, 1700)
      """;

  /** Sets sequences: to the source's values, or to the largest number of their columns. */
  public void setSequences() throws SQLException {
    if (rows.keeps(ObjectKind.SEQUENCES)) {
      for (SequenceValue value : rows.sequences()) {
        Sql.texts(role, SET, value.name(), value.value(), value.isCalled());
      }
      return;
    }
    for (String statement : Sql.list(role, OWNED, row -> row.getString(2))) {
      // Partitions have the rows of a partitioned table.
      Sql.texts(role, statement.replaceFirst(" FROM ONLY ", " FROM "));
    }
  }

  /**
   * Computes the views that had rows in the source, those first on which others depend. A failure
   * is a warning.
   */
  public void refreshViews() throws SQLException {
    List<String> left = new ArrayList<>(rows.views());
    for (boolean progress = true; progress && !left.isEmpty(); ) {
      progress = left.removeIf(this::isRefreshed);
    }
    left.forEach(
        view ->
            report.warn(
                "materialized view %s could not be computed from masked rows, and is empty"
                    .formatted(view)));
  }

  private boolean isRefreshed(String view) {
    try {
      Sql.run(role, "REFRESH MATERIALIZED VIEW " + view);
      return true;
    } catch (SQLException e) {
      return false;
    }
  }
}
