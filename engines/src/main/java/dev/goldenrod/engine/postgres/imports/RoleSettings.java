package dev.goldenrod.engine.postgres.imports;

import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.SourceMetadata.Role;
import dev.goldenrod.engine.postgres.imports.SourceMetadata.Setting;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Tells of settings of the source's roles that no session in a clone would get. */
final class RoleSettings {
  private static final String SETTINGS =
      """
      SELECT r.rolname,
             pg_catalog.string_agg(DISTINCT pg_catalog.split_part(c, '=', 1), ', ')
        FROM pg_catalog.pg_db_role_setting s JOIN pg_catalog.pg_roles r ON r.oid = s.setrole,
             pg_catalog.unnest(s.setconfig) c
       WHERE s.setdatabase IN (0, (SELECT oid FROM pg_catalog.pg_database
                                    WHERE datname = pg_catalog.current_database()))
       GROUP BY r.rolname ORDER BY r.rolname
      """;

  private record Lost(String role, String keys) {
    String describe() {
      return "settings of the source's role '%s' are not carried over (%s): sessions in clones take on a role with SET ROLE, which brings no settings; set them in the session"
          .formatted(role, keys);
    }
  }

  private RoleSettings() {}

  /** A sentence for each role that clones have and whose settings they do not; no values. */
  static List<String> warnings(Connection source, SourceMetadata facts) throws SQLException {
    Set<String> there = facts.roles().stream().map(Role::name).collect(Collectors.toSet());
    Set<String> carried =
        facts.settings().stream()
            .map(Setting::role)
            .filter(Objects::nonNull)
            .collect(Collectors.toSet());
    return Sql.list(source, SETTINGS, row -> new Lost(row.getString(1), row.getString(2))).stream()
        .filter(lost -> there.contains(lost.role()) && !carried.contains(lost.role()))
        .map(Lost::describe)
        .toList();
  }
}
