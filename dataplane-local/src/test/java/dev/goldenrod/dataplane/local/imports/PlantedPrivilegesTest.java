package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.CatalogChecks;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.VersionRef;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Data directories in which a malicious superuser left privileges for clones. */
@Tag("slow")
@Timeout(900)
class PlantedPrivilegesTest {
  private static final String WHO_AM_I =
      "SELECT current_user || CASE WHEN rolsuper THEN '!' ELSE '' END FROM pg_roles WHERE rolname = current_user";

  @TempDir static Path folder;
  private static ImportEnvironment machine;
  private static TestSource source;
  private static TestPostgres server;
  private static Path forged;

  private Connection here;

  @BeforeAll
  static void start() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path programs = OwnExtension.install(TestPostgres.HOME.bin(), folder.resolve("installation"));
    machine = new ImportEnvironment(folder.resolve("data"), List.of(programs));
    source = new TestSource(machine.home(), machine.runAs, folder);
    source.create("small", "small.sql");
    plantFunctions();
    plantGrants();
    plantTemplates();
    source.close();
    forged = folder.resolve("forged");
    Tool.run("cp", "-a", source.data().toString(), forged.toString());
    server = machine.start(machine.versions.ofVersion(version(source.data())));
  }

  private static void plantFunctions() throws SQLException {
    source.execute(
        "small",
        """
        CREATE EXTENSION hstore;
        CREATE FUNCTION public.planted() RETURNS text LANGUAGE sql SECURITY DEFINER AS $$ %1$s $$;
        ALTER EXTENSION hstore ADD FUNCTION public.planted();
        CREATE VIEW public.planted_view AS SELECT count(*) FROM pg_authid WHERE rolpassword <> '';
        ALTER EXTENSION hstore ADD VIEW public.planted_view;
        GRANT SELECT ON public.planted_view TO PUBLIC;
        CREATE FUNCTION public.planted_import(text) RETURNS oid LANGUAGE internal STRICT
          AS 'be_lo_import';
        ALTER EXTENSION hstore ADD FUNCTION public.planted_import(text);
        CREATE OR REPLACE FUNCTION public.akeys(hstore) RETURNS text[] LANGUAGE sql SECURITY DEFINER
          AS $$ SELECT ARRAY(%1$s) $$;
        ALTER FUNCTION public.avals(hstore) OWNER TO small_owner;
        CREATE TRUSTED LANGUAGE planted HANDLER plpgsql_call_handler;
        CREATE EXTENSION places;
        CREATE TABLE public.trace (who text);
        CREATE RULE planted AS ON INSERT TO public.place
          DO ALSO INSERT INTO public.trace VALUES (current_user);
        CREATE FUNCTION public.same(text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT $1';
        CREATE INDEX planted ON public.place (public.same(name));
        CREATE INDEX harmless ON public.place (name)
        """
            .formatted(WHO_AM_I));
  }

  /** Adds a table whose index calls a function as the superuser when it is analyzed. */
  private static void plantTemplates() throws SQLException {
    source.execute("postgres", "CREATE DATABASE planted");
    for (String database : List.of("planted", "template1")) {
      source.execute(
          database,
          """
          CREATE FUNCTION public.called(text) RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT $1';
          CREATE TABLE public.analysed AS SELECT g::text AS t FROM generate_series(1, 2000) g;
          CREATE INDEX ON public.analysed (public.called(t));
          CREATE SUBSCRIPTION %s CONNECTION 'host=127.0.0.1 port=1' PUBLICATION p
            WITH (connect = false)
          """
              .formatted("of_" + database));
    }
    source.execute(
        "postgres", "ALTER DATABASE planted WITH IS_TEMPLATE true ALLOW_CONNECTIONS false");
    source.execute("postgres", "CREATE DATABASE hidden OWNER small_owner ALLOW_CONNECTIONS false");
    source.execute("postgres", "ALTER DATABASE template1 WITH IS_TEMPLATE false");
  }

  private static void plantGrants() throws SQLException {
    source.execute(
        "small",
        "GRANT SELECT ON pg_authid TO PUBLIC; GRANT SELECT (rolpassword) ON pg_authid TO PUBLIC;"
            + " GRANT EXECUTE ON FUNCTION pg_read_file(text) TO small_owner");
    if (machine.major() >= 15) {
      source.execute(
          "postgres",
          "GRANT SET ON PARAMETER session_preload_libraries, dynamic_library_path TO PUBLIC;"
              + " GRANT ALTER SYSTEM ON PARAMETER archive_command TO PUBLIC");
    }
  }

  @AfterAll
  static void stop() {
    machine.close();
  }

  @BeforeEach
  void login() throws Exception {
    here = machine.login(server, "small");
  }

  @AfterEach
  void logout() throws Exception {
    here.close();
  }

  @Test
  void no_function_that_was_put_into_an_extension_runs_as_a_superuser() throws Exception {
    assertThat(Sql.texts(here, "SELECT public.planted()")).containsExactly("goldenrod");
    assertThat(Sql.texts(here, "SELECT (public.akeys('a=>1'))[1]")).containsExactly("goldenrod");
    for (String statement :
        List.of(
            "SELECT * FROM public.planted_view",
            "SELECT public.planted_import('/etc/passwd')",
            "GRANT EXECUTE ON FUNCTION public.planted_import(text) TO PUBLIC",
            "CREATE FUNCTION public.f() RETURNS text LANGUAGE planted AS 'BEGIN END'")) {
      assertThatThrownBy(() -> Sql.run(here, statement))
          .as(statement)
          .hasMessageContaining("permission denied");
    }
  }

  @Test
  void what_an_extension_makes_itself_works_and_stays_the_superusers() throws Exception {
    assertThat(Sql.texts(here, "SELECT ('a=>1'::hstore || 'b=>2')->'b'")).containsExactly("2");
    assertThat(
            Sql.texts(
                here,
                """
                SELECT DISTINCT pg_get_userbyid(p.proowner) FROM pg_proc p
                  JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass
                 WHERE d.deptype = 'e' AND p.oid >= 16384
                """))
        .containsExactly("goldenrod_admin");
  }

  @Test
  void nothing_that_runs_as_its_owner_is_left_on_a_table_of_an_extension() throws Exception {
    Sql.run(here, "INSERT INTO public.place (name) VALUES ('Auckland')");

    assertThat(Sql.number(here, "SELECT count(*) FROM public.trace")).isZero();
    assertThat(
            Sql.texts(
                here,
                "SELECT indexname FROM pg_indexes WHERE tablename = 'place' AND indexname !~ 'pkey'"))
        .containsExactly("harmless");
  }

  @Test
  void the_role_of_initdb_is_the_superuser_and_its_former_name_an_ordinary_role() throws Exception {
    assertThat(Sql.texts(here, "SELECT oid || ' ' || rolname FROM pg_roles WHERE rolsuper"))
        .containsExactly("10 goldenrod_admin");
    assertThat(Sql.texts(here, "SELECT rolcanlogin::text FROM pg_roles WHERE rolname = 'postgres'"))
        .containsExactly("false");
  }

  @Test
  void databases_that_no_clone_gets_into_are_left_out_and_template1_is_made_anew()
      throws Exception {
    assertThat(
            Sql.texts(
                here, "SELECT datname FROM pg_database WHERE datistemplate OR NOT datallowconn"))
        .containsExactlyInAnyOrder("template0", "template1");
    assertThat(Sql.texts(here, "SELECT subname FROM pg_stat_subscription")).isEmpty();
    try (Connection admin = server.connectAsAdmin("template1")) {
      assertThat(Sql.texts(admin, "SELECT subname FROM pg_subscription")).isEmpty();
      assertThat(Sql.texts(admin, "SELECT relname FROM pg_class WHERE oid >= 16384")).isEmpty();
      assertThat(Sql.texts(admin, "SELECT objid FROM pg_shdepend WHERE classid = 6100")).isEmpty();
    }
  }

  @Test
  void what_was_put_into_template0_is_refused_by_name() throws Exception {
    Path copy = copy("template-zero");
    single(copy, "template0", "CREATE TABLE planted (id int)");

    assertThatThrownBy(() -> machine.versions.ofVersion(version(copy)))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("database 'template0'")
        .hasMessageContaining("planted");
  }

  @Test
  void grants_on_catalogs_and_on_postgresqls_functions_are_gone() throws Exception {
    for (String statement :
        List.of(
            "SELECT count(*) FROM pg_authid",
            "SELECT rolpassword FROM pg_authid",
            "SET ROLE small_owner; SELECT pg_read_file('PG_VERSION')")) {
      assertThatThrownBy(() -> Sql.run(here, statement))
          .as(statement)
          .hasMessageContaining("permission denied");
    }
    Sql.run(here, "SELECT * FROM pg_roles, information_schema.tables LIMIT 1");
  }

  @Test
  void grants_to_set_parameters_are_gone_and_the_last_check_refuses_them() throws Exception {
    for (String statement :
        List.of(
            "ALTER ROLE goldenrod SET session_preload_libraries = 'nowhere'",
            "SET dynamic_library_path = '/tmp'",
            "ALTER SYSTEM SET archive_command = 'true'")) {
      assertThatThrownBy(() -> Sql.run(here, statement))
          .as(statement)
          .hasMessageContaining("permission denied");
    }
    if (machine.major() >= 15) {
      try (Connection admin = server.connectAsAdmin("template1")) {
        admin.setAutoCommit(false);
        Sql.run(admin, "GRANT SET ON PARAMETER session_preload_libraries TO PUBLIC");

        assertThatThrownBy(() -> CatalogChecks.requireKnownRoles(admin))
            .hasMessageContaining("PUBLIC may set session_preload_libraries");
        admin.rollback();
      }
    }
  }

  @Test
  void built_in_objects_that_were_changed_are_refused_by_name() throws Exception {
    forge("UPDATE pg_proc SET prosecdef = true WHERE proname = 'pg_backend_pid'");
    forge("UPDATE pg_language SET lanpltrusted = true WHERE lanname = 'internal'");
    forge("UPDATE pg_cast SET castcontext = 'i' WHERE castsource = 20 AND casttarget = 23");

    assertThatThrownBy(() -> machine.versions.ofVersion(version(forged)))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("database 'small'")
        .hasMessageContaining("pg_backend_pid (pg_proc")
        .hasMessageContaining("internal (pg_language")
        .hasMessageContaining("bigint AS integer (pg_cast");
  }

  @Test
  void a_role_of_postgresqls_under_another_name_is_refused_by_name() throws Exception {
    Path copy = copy("renamed");
    single(
        copy,
        "template1",
        "UPDATE pg_authid SET rolname = 'decoy' WHERE rolname = 'pg_execute_server_program'");

    assertThatThrownBy(() -> machine.versions.ofVersion(version(copy)))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("decoy (pg_authid 4571)");
  }

  @Test
  void the_clones_role_finds_no_membership_that_was_made_for_it() throws Exception {
    Path copy = copy("memberships");
    String row = machine.major() >= 16 ? "g, 4571, g, 10, true, true, true" : "4571, g, 10, true";
    single(
        copy,
        "template1",
        "INSERT INTO pg_auth_members SELECT %s FROM generate_series(16384, 17400) g WHERE NOT EXISTS (SELECT FROM pg_authid a WHERE a.oid = g)"
            .formatted(row));

    TestPostgres clone = machine.start(machine.versions.ofVersion(version(copy)));

    try (Connection login = machine.login(clone, "small")) {
      assertThat(Sql.texts(login, "SELECT pg_has_role(current_user, 4571, 'member')::text"))
          .containsExactly("false");
    }
  }

  @Test
  void an_operator_that_stands_before_postgresqls_own_is_not_called() throws Exception {
    Path copy = copy("operators");
    Path mark = folder.resolve("operator-was-called");
    single(
        copy,
        "template1",
        "CREATE FUNCTION public.planted(oid, int4) RETURNS bool LANGUAGE plpgsql AS $$ BEGIN COPY (SELECT 1) TO PROGRAM 'touch %s'; RETURN $1::int8 = $2::int8; END $$"
            .formatted(mark));
    single(
        copy,
        "template1",
        "CREATE OPERATOR public.= (leftarg = oid, rightarg = int4, function = public.planted)");
    Tool.run("chmod", "o+w", folder.toString());

    machine.versions.ofVersion(version(copy));

    assertThat(mark).doesNotExist();
  }

  private static Path copy(String name) {
    Path copy = folder.resolve(name);
    Tool.run("cp", "-a", source.data().toString(), copy.toString());
    return copy;
  }

  @Test
  void functions_that_postgresql_could_take_for_its_own_are_refused_by_name() throws Exception {
    Path copy = copy("shadowed");
    single(
        copy,
        "template1",
        "CREATE FUNCTION pg_catalog.format(text, name) RETURNS text LANGUAGE sql AS 'SELECT $1'");

    assertThatThrownBy(() -> machine.versions.ofVersion(version(copy)))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("database 'template1'")
        .hasMessageContaining("instead of its own: format");
  }

  @Test
  void a_function_that_indexes_of_postgresqls_own_types_would_call_is_refused_by_name()
      throws Exception {
    Path copy = copy("index-support");
    single(
        copy,
        "small",
        "CREATE FUNCTION public.planted_support(oid) RETURNS bool LANGUAGE plpgsql AS $$ BEGIN RETURN false; END $$");
    single(
        copy,
        "small",
        "ALTER OPERATOR FAMILY pg_catalog.numeric_ops USING btree ADD FUNCTION 4 (numeric, numeric) public.planted_support(oid)");

    assertThatThrownBy(() -> machine.versions.ofVersion(version(copy)))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("database 'small'")
        .hasMessageContaining("public.planted_support (pg_amproc ");
  }

  @Test
  void functions_of_the_server_that_are_called_without_a_privilege_are_refused_by_name()
      throws Exception {
    Path copy = copy("wrapped");
    single(
        copy,
        "small",
        "CREATE FUNCTION public.planted_handler() RETURNS fdw_handler LANGUAGE c AS 'file_fdw', 'file_fdw_handler'");
    single(
        copy, "small", "CREATE FOREIGN DATA WRAPPER planted_files HANDLER public.planted_handler");

    assertThatThrownBy(() -> machine.versions.ofVersion(version(copy)))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("database 'small'")
        .hasMessageContaining("planted_files calls function public.planted_handler()");
  }

  private static void forge(String statement) {
    single(forged, "small", statement);
  }

  /** Runs the statement in single-user mode, as the directory's creator could. */
  private static void single(Path data, String database, String statement) {
    String command =
        "printf '%%s\\n' \"%s\" | '%s' --single -D '%s' -c allow_system_table_mods=on %s"
            .formatted(
                statement.replace("$", "\\$"),
                machine.home().program("postgres").orElseThrow(),
                data,
                database);
    assertThat(Tool.run(machine.runAs.command(List.of("sh", "-c", command))))
        .doesNotContain("ERROR:");
  }

  private static VersionRef version(Path directory) {
    return new VersionRef(UUID.randomUUID(), "shop", 1, "dir:" + directory);
  }
}
