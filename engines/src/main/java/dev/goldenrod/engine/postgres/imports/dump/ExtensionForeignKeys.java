package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.destination.ExtensionTables;
import dev.goldenrod.engine.postgres.imports.dump.RestoreLog.RestoreError;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Creates foreign keys that were refused because they refer to an extension's table. The clones'
 * role has the privilege only while statements run that do nothing else, and never if the source
 * has casts of its own: a key calls them as the owner of the referenced table.
 */
final class ExtensionForeignKeys {
  private static final String REFUSED = "permission denied for table";
  private static final String NAME = "(?:[a-z_][a-z0-9_$]*|\"(?:[^\"]|\"\")+\")";
  private static final String NAMES = "\\(" + NAME + "(?:, " + NAME + ")*\\)";

  private static final Pattern STATEMENT =
      Pattern.compile(
          ("ALTER TABLE (?:ONLY )?{name}\\.{name}\\s+ADD CONSTRAINT {name} FOREIGN KEY {names}"
                  + " REFERENCES {name}\\.{name}{names}(?: (?:MATCH FULL|ON (?:DELETE|UPDATE)"
                  + " (?:CASCADE|RESTRICT|SET NULL|SET DEFAULT)|DEFERRABLE|INITIALLY DEFERRED|NOT"
                  + " VALID))*;")
              .replace("{names}", NAMES)
              .replace("{name}", NAME));

  private final Connection admin;
  private final Connection role;

  ExtensionForeignKeys(Connection admin, Connection role) {
    this.admin = admin;
    this.role = role;
  }

  /** Creates the keys and returns the losses that remain. */
  List<RestoreError> create(List<RestoreError> losses, Restore restore, List<TocEntry> contents)
      throws SQLException {
    List<RestoreError> refused =
        losses.stream().filter(ExtensionForeignKeys::isRefusedKey).toList();
    ExtensionTables tables = ExtensionTables.of(admin);
    if (refused.isEmpty() || !tables.openReferences(admin)) {
      return losses;
    }
    List<RestoreError> left = new ArrayList<>(losses);
    try {
      List<TocEntry> entries = refused.stream().map(RestoreError::entry).toList();
      RestoreScript script = restore.script(contents, entries::contains);
      for (RestoreError loss : refused) {
        TocEntry entry = loss.entry();
        if (entry != null && tryCreate(RestoreScript.statement(script.lines(entry)))) {
          left.remove(loss);
        }
      }
    } finally {
      tables.closeReferences(admin);
    }
    return left;
  }

  private boolean tryCreate(String sql) {
    if (!STATEMENT.matcher(sql).matches()) {
      return false;
    }
    try {
      Sql.run(role, sql);
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  private static boolean isRefusedKey(RestoreError loss) {
    return loss.entry() != null
        && loss.entry().is("FK CONSTRAINT")
        && loss.reason().contains(REFUSED);
  }
}
