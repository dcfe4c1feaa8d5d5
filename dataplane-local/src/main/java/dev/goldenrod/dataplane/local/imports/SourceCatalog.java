package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.imports.SourceFacts.Extension;
import dev.goldenrod.dataplane.local.imports.SourceFacts.Membership;
import dev.goldenrod.dataplane.local.imports.SourceFacts.Role;
import dev.goldenrod.dataplane.local.imports.SourceFacts.Setting;
import dev.goldenrod.dataplane.local.imports.SourceFacts.SourceLocale;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reads a source's catalogs, with queries that any user may run and every version answers. */
final class SourceCatalog {
  private static final int BOOTSTRAP_SUPERUSER = 10;

  private static final String THIS_DATABASE =
      "(SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())";

  private static final String USER_SCHEMAS =
      " n.nspname <> 'information_schema' AND n.nspname !~ '^pg_' ";

  private static final String ROLES =
      """
      SELECT rolname, rolinherit FROM pg_catalog.pg_roles
       WHERE rolname !~ '^pg_' AND (oid = %1$d
          OR oid IN (SELECT datdba FROM pg_catalog.pg_database WHERE oid = %2$s)
          OR oid IN (SELECT refobjid FROM pg_catalog.pg_shdepend
                      WHERE refclassid = 'pg_catalog.pg_authid'::pg_catalog.regclass
                        AND (dbid = %2$s OR dbid = 0 AND objid = %2$s
                             AND classid = 'pg_catalog.pg_database'::pg_catalog.regclass)))
       ORDER BY rolname
      """
          .formatted(BOOTSTRAP_SUPERUSER, THIS_DATABASE);

  private static final String MEMBERSHIPS =
      """
      SELECT DISTINCT g.rolname, m.rolname FROM pg_catalog.pg_auth_members a
        JOIN pg_catalog.pg_roles g ON g.oid = a.roleid
        JOIN pg_catalog.pg_roles m ON m.oid = a.member
       ORDER BY 1, 2
      """;

  private static final String SETTINGS =
      """
      SELECT r.rolname, pg_catalog.unnest(s.setconfig) FROM pg_catalog.pg_db_role_setting s
        LEFT JOIN pg_catalog.pg_roles r ON r.oid = s.setrole
       WHERE s.setdatabase = %s AND (s.setrole = 0 OR r.rolname IS NOT NULL)
      """
          .formatted(THIS_DATABASE);

  private static final String SERVER_SETTINGS =
      """
      SELECT NULL, name || '=' || setting FROM pg_catalog.pg_settings
       WHERE name IN ('lc_monetary', 'lc_numeric', 'lc_time', 'default_text_search_config')
         AND setting <> ''
      """;

  private static final String EXTENSIONS =
      """
      SELECT e.extname, n.nspname, ARRAY(
               SELECT cn.nspname || ' ' || c.relname FROM pg_catalog.pg_depend d
                 JOIN pg_catalog.pg_class c ON c.oid = d.objid
                 JOIN pg_catalog.pg_namespace cn ON cn.oid = c.relnamespace
                WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
                  AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
                  AND d.refobjid = e.oid AND d.deptype = 'e' AND c.relkind IN ('r', 'p', 'S'))
        FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace
       WHERE e.extname <> 'plpgsql' ORDER BY 1
      """;

  private static final String LOCALE =
      """
      SELECT pg_catalog.pg_encoding_to_char(d.encoding),
             COALESCE(pg_catalog.to_json(d) ->> 'datlocprovider', 'c'), d.datcollate, d.datctype,
             COALESCE(pg_catalog.to_json(d) ->> 'datlocale',
                      pg_catalog.to_json(d) ->> 'daticulocale')
        FROM pg_catalog.pg_database d WHERE d.oid = %s
      """
          .formatted(THIS_DATABASE);

  private static final String TABLES =
      "SELECT count(*) FROM pg_catalog.pg_class c"
          + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND"
          + USER_SCHEMAS;

  private final Connection connection;

  SourceCatalog(Connection connection) {
    this.connection = connection;
  }

  SourceFacts read() throws SQLException {
    List<Role> roles =
        Sql.list(connection, ROLES, row -> new Role(row.getString(1), row.getBoolean(2)));
    return new SourceFacts(
        (int) Sql.number(connection, "SELECT current_setting('server_version_num')::int / 10000"),
        text("SELECT current_setting('server_version')"),
        text("SELECT current_database()"),
        Sql.number(connection, "SELECT pg_catalog.pg_database_size(" + THIS_DATABASE + ")"),
        Sql.number(connection, TABLES),
        locale(),
        roles,
        memberships(roles.stream().map(Role::name).toList()),
        settings(roles.stream().map(Role::name).toList()),
        Sql.list(connection, EXTENSIONS, SourceCatalog::extension),
        text("SELECT pg_catalog.shobj_description(" + THIS_DATABASE + ", 'pg_database')"));
  }

  /** Names of subscriptions, which would connect out of every clone. */
  List<String> subscriptions() throws SQLException {
    return Sql.texts(
        connection,
        "SELECT subname FROM pg_catalog.pg_subscription WHERE subdbid = " + THIS_DATABASE);
  }

  private String text(String sql) throws SQLException {
    return Sql.texts(connection, sql).get(0);
  }

  private SourceLocale locale() throws SQLException {
    Sql.Row<SourceLocale> mapper =
        row ->
            new SourceLocale(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getString(5));
    return Sql.list(connection, LOCALE, mapper).get(0);
  }

  private List<Membership> memberships(List<String> roles) throws SQLException {
    return Sql.list(
            connection, MEMBERSHIPS, row -> new Membership(row.getString(1), row.getString(2)))
        .stream()
        .filter(membership -> roles.contains(membership.group()))
        .filter(membership -> roles.contains(membership.member()))
        .toList();
  }

  private List<Setting> settings(List<String> roles) throws SQLException {
    // The database's own come last, so that they win over the server's.
    List<Setting> all = new ArrayList<>(Sql.list(connection, SERVER_SETTINGS, this::setting));
    Sql.list(connection, SETTINGS, this::setting).stream()
        .filter(setting -> setting.role() == null || roles.contains(setting.role()))
        .forEach(all::add);
    return all;
  }

  private Setting setting(ResultSet row) throws SQLException {
    String[] assignment = row.getString(2).split("=", 2);
    return new Setting(row.getString(1), assignment[0], assignment[1]);
  }

  private static Extension extension(ResultSet row) throws SQLException {
    Array tables = row.getArray(3);
    return new Extension(row.getString(1), row.getString(2), List.of((String[]) tables.getArray()));
  }
}
