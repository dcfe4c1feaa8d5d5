package dev.goldenrod.engine.postgres;

import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Runs SQL that needs a superuser, such as the creation of roles and extensions. */
final class AdminScript {
  private static final String SEARCH_PATH = "SET search_path = public";

  private static final String BEYOND_CLIENTS =
      """
      SELECT rolname FROM pg_catalog.pg_roles r
      WHERE (rolsuper OR rolcreaterole OR rolreplication OR rolbypassrls
          OR rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program'))
        AND pg_catalog.pg_has_role(CAST(? AS name), r.oid, 'MEMBER')
      """;

  private AdminScript() {}

  /**
   * Runs the script.
   *
   * @param user the client role, which must not gain privileges beyond the database
   * @throws DataPlaneException if a statement fails, or if the role gained such privileges
   */
  static void run(Connection admin, String user, String script) {
    try {
      Sql.run(admin, SEARCH_PATH);
      Sql.run(admin, script);
      List<String> got = Sql.texts(admin, BEYOND_CLIENTS, user);
      if (!got.isEmpty()) {
        throw new DataPlaneException(
            "the administrator's script grants user '%s' the rights of %s, which reach beyond the database; grant fewer rights"
                .formatted(user, String.join(", ", got)));
      }
    } catch (SQLException e) {
      throw new DataPlaneException("the administrator's script failed: " + e.getMessage(), e);
    }
  }
}
