package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.dump.RestoreLog.RestoreError;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Creates functions that were refused because only a superuser may mark them as leakproof. */
final class LeakproofFunctions {
  private static final String REFUSED = "leakproof function";

  /** The attributes stand between the language and the body. */
  private static final Pattern LEAKPROOF =
      Pattern.compile("(\\n    LANGUAGE [^\\n]*?) LEAKPROOF(?=[ \\n])");

  private final Connection role;
  private final StepReport report;

  LeakproofFunctions(Connection role, StepReport report) {
    this.role = role;
    this.report = report;
  }

  /** Creates the functions without the attribute, and returns the losses that remain. */
  List<RestoreError> create(List<RestoreError> losses, Restore restore, List<TocEntry> contents)
      throws SQLException {
    List<RestoreError> refused =
        losses.stream().filter(LeakproofFunctions::isRefusedFunction).toList();
    if (refused.isEmpty()) {
      return losses;
    }
    List<TocEntry> entries = refused.stream().map(RestoreError::entry).toList();
    RestoreScript script = restore.script(contents, entries::contains);
    List<RestoreError> left = new ArrayList<>(losses);
    Sql.run(role, "SET check_function_bodies = off");
    for (RestoreError loss : refused) {
      TocEntry entry = loss.entry();
      if (entry != null && tryCreate(entry, String.join("\n", script.lines(entry)))) {
        left.remove(loss);
      }
    }
    Sql.run(role, "RESET check_function_bodies");
    return left;
  }

  private boolean tryCreate(TocEntry entry, String sql) {
    Matcher matcher = LEAKPROOF.matcher(sql);
    if (!matcher.find()) {
      return false;
    }
    try {
      Sql.run(role, matcher.replaceFirst("$1"));
      report.warn(
          "%s is not LEAKPROOF in clones: only a superuser can define leakproof functions"
              .formatted(entry.describe()));
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  private static boolean isRefusedFunction(RestoreError loss) {
    return loss.entry() != null && loss.reason().contains(REFUSED);
  }
}
