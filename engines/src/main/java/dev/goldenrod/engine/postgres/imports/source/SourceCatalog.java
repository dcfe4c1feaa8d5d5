package dev.goldenrod.engine.postgres.imports.source;

import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.WorkMemory;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Membership;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Role;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Setting;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.SourceLocale;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Reads a source's catalogs with queries that any user may run and all releases support. */
public final class SourceCatalog {
  private static final int BOOTSTRAP_SUPERUSER = 10;

  /** The bytes from which a table is large: loading a smaller one takes little time anyway. */
  private static final int LARGE_TABLE = 4 << 20;

  private static final String THIS_DATABASE =
      "(SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())";

  private static final String FROM_THIS_DATABASE =
      " FROM pg_catalog.pg_database WHERE oid = " + THIS_DATABASE;

  private static final String USER_SCHEMAS =
      " n.nspname <> 'information_schema' AND n.nspname !~ '^pg_' ";

  private static final String ROLES =
      """
      SELECT rolname, rolinherit, rolconnlimit FROM pg_catalog.pg_roles
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
      SELECT g.rolname, m.rolname, pg_catalog.bool_or(a.admin_option),
             pg_catalog.bool_or((pg_catalog.to_json(a) ->> 'inherit_option')::boolean),
             pg_catalog.bool_or((pg_catalog.to_json(a) ->> 'set_option')::boolean)
        FROM pg_catalog.pg_auth_members a
        JOIN pg_catalog.pg_roles g ON g.oid = a.roleid
        JOIN pg_catalog.pg_roles m ON m.oid = a.member
       GROUP BY 1, 2 ORDER BY 1, 2
      """;

  private static final String MOST_TABLES =
      """
      SELECT pg_catalog.pg_get_userbyid(c.relowner) FROM pg_catalog.pg_class c
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p') AND %s
       GROUP BY c.relowner ORDER BY count(*) DESC, c.relowner LIMIT 1
      """
          .formatted(USER_SCHEMAS);

  /** Leaves out tables of extensions, which may have rows before those of the source. */
  private static final String LOADED_TABLES =
      """
      SELECT pg_catalog.format('%%I.%%I', n.nspname, c.relname)
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind = 'r' AND c.relpersistence <> 't' AND %s
         AND (%d = 0 OR pg_catalog.pg_table_size(c.oid) >= %<d)
         AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d
              WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
                AND d.objid = c.oid AND d.deptype = 'e')
       ORDER BY 1
      """;

  /** Settings for one database override those for all. */
  private static final String SETTINGS =
      """
      SELECT r.rolname, pg_catalog.unnest(s.setconfig) FROM pg_catalog.pg_db_role_setting s
        LEFT JOIN pg_catalog.pg_roles r ON r.oid = s.setrole
       WHERE s.setdatabase IN (0, %s) AND (s.setrole, s.setdatabase) <> (0, 0)
         AND CASE s.setrole WHEN 0 THEN '' ELSE r.rolname END = ?
       ORDER BY s.setdatabase
      """
          .formatted(THIS_DATABASE);

  private static final String ROLE_SETTINGS =
      """
      SELECT r.rolname,
             pg_catalog.string_agg(DISTINCT pg_catalog.split_part(c, '=', 1), ', ')
        FROM pg_catalog.pg_db_role_setting s JOIN pg_catalog.pg_roles r ON r.oid = s.setrole,
             pg_catalog.unnest(s.setconfig) c
       WHERE s.setdatabase IN (0, (SELECT oid FROM pg_catalog.pg_database
                                    WHERE datname = pg_catalog.current_database()))
       GROUP BY r.rolname ORDER BY r.rolname
      """;

  /** Uses the default where the session's user or database hides the server's own value. */
  private static final String WORK_MEMORY =
      """
      SELECT name, CASE WHEN source IN ('database', 'user', 'database user', 'client', 'session')
                        THEN boot_val ELSE setting END || COALESCE(unit, '')
        FROM pg_catalog.pg_settings WHERE name = ANY (?)
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

  public SourceCatalog(Connection connection) {
    this.connection = connection;
  }

  public SourceMetadata read() throws SQLException {
    List<Role> roles =
        Sql.list(
            connection, ROLES, row -> new Role(row.getString(1), row.getBoolean(2), row.getInt(3)));
    int major =
        (int) Sql.number(connection, "SELECT current_setting('server_version_num')::int / 10000");
    String owner = text("SELECT pg_catalog.pg_get_userbyid(datdba)" + FROM_THIS_DATABASE);
    List<Setting> settings = settings(owner);
    SourceSuperuserObjects superuserObjects = new SourceSuperuserObjects(connection);
    return new SourceMetadata(
        major,
        text("SELECT current_setting('server_version')"),
        text("SELECT current_database()"),
        owner,
        Sql.number(connection, "SELECT pg_catalog.pg_database_size(" + THIS_DATABASE + ")"),
        Sql.number(connection, TABLES),
        (int) Sql.number(connection, "SELECT current_setting('max_prepared_transactions')::int"),
        locale(),
        roles,
        memberships(roles.stream().map(Role::name).toList()),
        settings,
        superuserObjects.extensions(),
        superuserObjects.publications(major),
        superuserObjects.wrappers(),
        text("SELECT pg_catalog.shobj_description(" + THIS_DATABASE + ", 'pg_database')"),
        workMemory(settings).orElse(null));
  }

  /** Returns the quoted names of tables that only a dump fills, with their schemas. */
  public List<String> tables() throws SQLException {
    return Sql.texts(connection, LOADED_TABLES.formatted(USER_SCHEMAS, 0));
  }

  /** Returns those of {@link #tables} that are large. */
  public List<String> largeTables() throws SQLException {
    return Sql.texts(connection, LOADED_TABLES.formatted(USER_SCHEMAS, LARGE_TABLE));
  }

  /** Returns the subscriptions, which would connect from every clone. */
  public List<String> subscriptions() throws SQLException {
    return Sql.texts(
        connection,
        "SELECT subname FROM pg_catalog.pg_subscription WHERE subdbid = " + THIS_DATABASE);
  }

  /** Returns a warning if the database has a connection limit, which clones do not keep. */
  public Optional<String> lostLimit() throws SQLException {
    long limit = Sql.number(connection, "SELECT datconnlimit" + FROM_THIS_DATABASE);
    return limit < 0
        ? Optional.empty()
        : Optional.of(
            "the source's database allows at most %d connections (CONNECTION LIMIT), clones as many as their size allows: set the limit in the clone to test it"
                .formatted(limit));
  }

  /** Returns a warning, without values, for each role that loses its settings in clones. */
  public List<String> lostSettings(SourceMetadata metadata) throws SQLException {
    Set<String> there = metadata.roles().stream().map(Role::name).collect(Collectors.toSet());
    Set<String> carried =
        metadata.settings().stream()
            .map(Setting::role)
            .filter(Objects::nonNull)
            .collect(Collectors.toSet());
    return Sql.list(
            connection, ROLE_SETTINGS, row -> new LostSettings(row.getString(1), row.getString(2)))
        .stream()
        .filter(lost -> there.contains(lost.role()) && !carried.contains(lost.role()))
        .map(LostSettings::describe)
        .toList();
  }

  /**
   * Returns the first existing schema that {@code $user} stands for in the sessions of the path's
   * role, of the owner of most tables, of the database's owner, or of the given user.
   */
  public Optional<String> userSchema(SearchPath path, String owner, String user)
      throws SQLException {
    Set<String> names = new LinkedHashSet<>();
    Optional.ofNullable(path.role()).ifPresent(names::add);
    names.addAll(Sql.texts(connection, MOST_TABLES));
    names.addAll(List.of(owner, user));
    Set<String> schemas =
        Set.copyOf(Sql.texts(connection, "SELECT nspname FROM pg_catalog.pg_namespace"));
    return names.stream().filter(schemas::contains).findFirst();
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
            connection,
            MEMBERSHIPS,
            row ->
                new Membership(
                    row.getString(1),
                    row.getString(2),
                    row.getBoolean(3),
                    row.getObject(4, Boolean.class),
                    row.getObject(5, Boolean.class)))
        .stream()
        .filter(one -> roles.contains(one.group()) || roles.contains(one.member()))
        .filter(one -> roles.contains(one.group()) || isPredefined(one.group()))
        .filter(one -> roles.contains(one.member()) || isPredefined(one.member()))
        .toList();
  }

  /** Returns whether PostgreSQL has the role; users cannot create one with such a name. */
  public static boolean isPredefined(String role) {
    return role.startsWith("pg_");
  }

  /** Later settings override the server's. */
  private Optional<WorkMemory> workMemory(List<Setting> settings) throws SQLException {
    Map<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Sql.list(
        connection,
        WORK_MEMORY,
        row -> Optional.ofNullable(values.put(row.getString(1), row.getString(2))),
        connection.createArrayOf("text", WorkMemory.SETTINGS.toArray()));
    settings.forEach(setting -> values.computeIfPresent(setting.key(), (k, v) -> setting.value()));
    return WorkMemory.of(values);
  }

  /** The owner of the database and the owner of most tables may differ. */
  private List<Setting> settings(String owner) throws SQLException {
    Set<String> owners = new LinkedHashSet<>(List.of("", owner));
    owners.addAll(Sql.texts(connection, MOST_TABLES));
    List<Setting> all = new ArrayList<>();
    for (String name : owners) {
      all.addAll(Sql.list(connection, SETTINGS, SourceCatalog::setting, name));
    }
    return all;
  }

  private static Setting setting(ResultSet row) throws SQLException {
    String[] assignment = row.getString(2).split("=", 2);
    return new Setting(row.getString(1), assignment[0], assignment[1]);
  }

  private record LostSettings(String role, String keys) {
    String describe() {
      return "settings of the source's role '%s' are not carried over (%s): sessions in clones switch to a role with SET ROLE, which does not apply its settings; set them in the session"
          .formatted(role, keys);
    }
  }
}
