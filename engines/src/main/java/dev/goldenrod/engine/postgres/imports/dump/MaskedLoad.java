package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.postgres.imports.dump.RestoreLog.RestoreError;
import dev.goldenrod.engine.postgres.imports.masking.LoadedState;
import dev.goldenrod.engine.postgres.imports.masking.MaskedDataCheck;
import dev.goldenrod.engine.postgres.imports.masking.MaskedRows;
import dev.goldenrod.engine.postgres.imports.masking.RowLoad;
import dev.goldenrod.masking.rules.ObjectKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;

/** The steps of a load that differ if its rows are masked. */
record MaskedLoad(MaskedRows rows, MaskedDataCheck check) {
  /** PostgreSQL quotes values of rows after a colon. */
  private static final Pattern VALUE = Pattern.compile(": *[\"'(].*", Pattern.DOTALL);

  private static final Pattern UNIQUE =
      Pattern.compile("unique|duplicate", Pattern.CASE_INSENSITIVE);

  /** Returns whether the rules let the golden have the object. */
  boolean has(TocEntry entry) {
    return !(entry.is("SERVER", "FOREIGN TABLE") && !rows.keeps(ObjectKind.FOREIGN_SERVERS))
        && !(entry.is("STATISTICS") && !rows.keeps(ObjectKind.EXTENDED_STATISTICS));
  }

  /** Returns whether masks broke what the object requires of rows. */
  static boolean isBroken(RestoreError loss) {
    TocEntry entry = loss.entry();
    return entry != null
        && (entry.is("CONSTRAINT", "FK CONSTRAINT", "CHECK CONSTRAINT")
            || entry.is("INDEX") && UNIQUE.matcher(loss.reason()).find());
  }

  /** Removes values of rows from the reasons. */
  static List<RestoreError> withoutValues(List<RestoreError> losses) {
    return losses.stream()
        .map(loss -> new RestoreError(loss.entry(), VALUE.matcher(loss.reason()).replaceFirst("")))
        .toList();
  }

  void loadRows(ImportWork work, RowLoad.Connector connector, String searchPath) {
    new RowLoad(work, connector, searchPath).run(rows);
  }

  void setSequences(Connection role, ImportWork work) throws SQLException {
    new LoadedState(role, rows, work.report()).setSequences();
  }

  void refreshViews(RowLoad.Connector connector, ImportWork work) throws SQLException {
    try (Connection client = connector.connect()) {
      new LoadedState(client, rows, work.report()).refreshViews();
    }
  }
}
