package dev.goldenrod.engine.postgres.schema;

import dev.goldenrod.engine.schema.SqlText;
import dev.goldenrod.engine.schema.SqlText.Dialect;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reverses privileges in a dump, because pg_dump has no drops for them. */
final class Privileges {
  private static final String ROLE = "((?:\"[^\"]*\")+|[^\\s\";]+)";
  private static final Pattern STATEMENT =
      Pattern.compile(
          "(?<default>ALTER DEFAULT PRIVILEGES .*? )?(?<verb>GRANT|REVOKE) (?<rest>.* ON .*)"
              + " (?:TO|FROM) (?<role>"
              + ROLE
              + ")(?: WITH GRANT OPTION)?;",
          Pattern.DOTALL);

  private Privileges() {}

  /** Returns whether the name is that of privileges on an object, or of default privileges. */
  static boolean isIn(String name) {
    return name.startsWith("ACL ") || name.startsWith("DEFAULT ACL ");
  }

  /** Returns the reverse statements, for each statement that has one. */
  static List<String> reversed(String ddl) {
    return SqlText.read(ddl, Dialect.POSTGRESQL).statements().stream()
        .flatMap(statement -> reverse(statement).stream())
        .toList();
  }

  private static Optional<String> reverse(String statement) {
    Matcher privilege = STATEMENT.matcher(statement);
    if (!privilege.matches()) {
      return Optional.empty();
    }
    boolean granted = privilege.group("verb").equals("GRANT");
    return Optional.of(
        (privilege.group("default") == null ? "" : privilege.group("default"))
            + (granted ? "REVOKE " : "GRANT ")
            + privilege.group("rest").strip()
            + (granted ? " FROM " : " TO ")
            + privilege.group("role")
            + ";");
  }
}
