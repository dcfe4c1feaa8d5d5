package dev.goldenrod.engine.postgres.schema;

import dev.goldenrod.engine.schema.LiveSchema.SchemaParts;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The settings of a database and of roles in it, which only pg_dumpall writes, not pg_dump. */
public final class DatabaseSettings {
  /** Settings that are lists of names, which the server stores with quotes where needed. */
  private static final Set<String> LISTS =
      Set.of(
          "local_preload_libraries",
          "search_path",
          "session_preload_libraries",
          "temp_tablespaces",
          "unix_socket_directories");

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_]\\w*(\\.[A-Za-z_]\\w*)?");
  private static final Pattern PART = Pattern.compile("\"((?:[^\"]|\"\")*)\"|[^,\\s]+");

  private static final String QUERY =
      "SELECT coalesce(pg_catalog.quote_ident(r.rolname), ''),"
          + " pg_catalog.quote_ident(d.datname), pg_catalog.split_part(c, '=', 1),"
          + " pg_catalog.substr(c, pg_catalog.strpos(c, '=') + 1)"
          + " FROM pg_catalog.pg_db_role_setting s"
          + " JOIN pg_catalog.pg_database d ON d.oid = s.setdatabase"
          + " LEFT JOIN pg_catalog.pg_roles r ON r.oid = s.setrole, pg_catalog.unnest(s.setconfig) c"
          + " WHERE d.datname = pg_catalog.current_database() AND (s.setrole = 0 OR r.oid IS NOT NULL)"
          + " ORDER BY 1, 3";

  private DatabaseSettings() {}

  /** Returns the parts of a schema followed by the settings of the session's database. */
  public static SchemaParts added(SchemaParts parts, Connection session) throws SQLException {
    Map<String, List<String>> objects = new LinkedHashMap<>(parts.objects());
    Set<String> drops = new LinkedHashSet<>(parts.drops());
    try (Statement statement = session.createStatement();
        ResultSet row = statement.executeQuery(QUERY)) {
      while (row.next()) {
        String role = row.getString(1);
        String setting = row.getString(3);
        String alter = alter(role, row.getString(2));
        objects.put(
            role.isEmpty() ? "DATABASE SETTING " + setting : "ROLE SETTING " + role + " " + setting,
            List.of(
                alter + " SET " + name(setting) + " TO " + value(setting, row.getString(4)) + ";"));
        drops.add(alter + " RESET " + name(setting) + ";");
      }
    }
    return new SchemaParts(objects, drops);
  }

  private static String alter(String role, String database) {
    return role.isEmpty()
        ? "ALTER DATABASE " + database
        : "ALTER ROLE " + role + " IN DATABASE " + database;
  }

  /** The name of an extension's setting has two parts. */
  private static String name(String setting) {
    return PLAIN.matcher(setting).matches()
        ? setting
        : "\"" + setting.replace("\"", "\"\"").replace(".", "\".\"") + "\"";
  }

  private static String value(String setting, String value) {
    if (!LISTS.contains(setting)) {
      return Losses.literal(value);
    }
    return PART.matcher(value)
        .results()
        .map(part -> part.group(1) == null ? part.group() : part.group(1).replace("\"\"", "\""))
        .map(Losses::literal)
        .collect(Collectors.joining(", "));
  }
}
