package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.destination.ExtensionTables;
import dev.goldenrod.engine.postgres.imports.dump.RestoreLog.RestoreError;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Creates objects, in other ways, that pg_restore could not create with the privileges of the
 * clones' role. The methods return the losses that remain.
 */
final class RefusedObjects {
  private static final String LEAKPROOF_REFUSED = "leakproof function";

  /** The attributes stand between the language and the body. */
  private static final Pattern LEAKPROOF =
      Pattern.compile("(\\n    LANGUAGE [^\\n]*?) LEAKPROOF(?=[ \\n])");

  private static final String TABLE_REFUSED = "permission denied for table";
  private static final String NAME = "(?:[a-z_][a-z0-9_$]*|\"(?:[^\"]|\"\")+\")";
  private static final String NAMES = "\\(" + NAME + "(?:, " + NAME + ")*\\)";

  private static final Pattern FOREIGN_KEY =
      Pattern.compile(
          ("ALTER TABLE (?:ONLY )?{name}\\.{name}\\s+ADD CONSTRAINT {name} FOREIGN KEY {names}"
                  + " REFERENCES {name}\\.{name}{names}(?: (?:MATCH FULL|ON (?:DELETE|UPDATE)"
                  + " (?:CASCADE|RESTRICT|SET NULL|SET DEFAULT)|DEFERRABLE|INITIALLY DEFERRED|NOT"
                  + " VALID))*;")
              .replace("{names}", NAMES)
              .replace("{name}", NAME));

  private final Restore restore;
  private final Connection role;
  private final StepReport report;

  RefusedObjects(Restore restore, Connection role, StepReport report) {
    this.restore = restore;
    this.role = role;
    this.report = report;
  }

  /** Creates functions, without the attribute, that only a superuser may mark as leakproof. */
  List<RestoreError> createLeakproofFunctions(List<RestoreError> losses) throws SQLException {
    List<RestoreError> refused = refused(losses, LEAKPROOF_REFUSED, entry -> true);
    if (refused.isEmpty()) {
      return losses;
    }
    Sql.run(role, "SET check_function_bodies = off");
    try {
      return create(losses, refused, this::tryCreateFunction);
    } finally {
      Sql.run(role, "RESET check_function_bodies");
    }
  }

  /**
   * Creates foreign keys to the tables of extensions. The clones' role has the privilege only while
   * statements run that do nothing else, and never if the source has casts of its own: a key calls
   * them as the owner of the referenced table.
   */
  List<RestoreError> createForeignKeys(List<RestoreError> losses, Connection admin)
      throws SQLException {
    List<RestoreError> refused = refused(losses, TABLE_REFUSED, entry -> entry.is("FK CONSTRAINT"));
    ExtensionTables tables = ExtensionTables.of(admin);
    if (refused.isEmpty() || !tables.openReferences(admin)) {
      return losses;
    }
    try {
      return create(
          losses, refused, (entry, lines) -> tryCreateForeignKey(RestoreScript.statement(lines)));
    } finally {
      tables.closeReferences(admin);
    }
  }

  private static List<RestoreError> refused(
      List<RestoreError> losses, String reason, Predicate<TocEntry> isOfKind) {
    return losses.stream()
        .filter(loss -> loss.entry() != null && isOfKind.test(loss.entry()))
        .filter(loss -> loss.reason().contains(reason))
        .toList();
  }

  /** Tries to create each refused object from its lines of SQL. */
  private List<RestoreError> create(
      List<RestoreError> losses,
      List<RestoreError> refused,
      BiPredicate<TocEntry, List<String>> attempt) {
    List<TocEntry> entries = refused.stream().map(RestoreError::entry).toList();
    RestoreScript script = restore.script(entries::contains);
    List<RestoreError> left = new ArrayList<>(losses);
    for (RestoreError loss : refused) {
      TocEntry entry = loss.entry();
      if (entry != null && attempt.test(entry, script.lines(entry))) {
        left.remove(loss);
      }
    }
    return left;
  }

  private boolean tryCreateFunction(TocEntry entry, List<String> lines) {
    Matcher matcher = LEAKPROOF.matcher(String.join("\n", lines));
    if (!matcher.find() || !tryRun(matcher.replaceFirst("$1"))) {
      return false;
    }
    report.warn(
        "%s is not LEAKPROOF in clones: only a superuser can define leakproof functions"
            .formatted(entry.describe()));
    return true;
  }

  private boolean tryCreateForeignKey(String sql) {
    return FOREIGN_KEY.matcher(sql).matches() && tryRun(sql);
  }

  private boolean tryRun(String sql) {
    try {
      Sql.run(role, sql);
      return true;
    } catch (SQLException e) {
      return false;
    }
  }
}
