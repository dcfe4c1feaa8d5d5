package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.port.VersionRef;
import java.sql.Connection;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The content of clones of a registered directory with awkward objects. */
@Tag("slow")
class RegisteredDirectoryFidelityTest extends ImportFixture {
  @Test
  void every_object_is_the_users_and_ranges_can_be_built() throws Exception {
    source.create("awkward", "awkward.sql");

    TestPostgres server = cloned();

    try (Connection here = machine.login(server, "awkward")) {
      assertThat(Sql.texts(here, OwnedObjects.STRANGERS)).isEmpty();
      Sql.runAll(
          here,
          List.of(
              "SET search_path = app",
              "SELECT app.timerange('10:00', '11:00'), app.timemultirange()",
              "INSERT INTO app.shift (\"from\", \"to\") VALUES ('20:00', '21:00')",
              "SET ROLE app_owner",
              "DELETE FROM app.shift WHERE id = 1",
              "CREATE TABLE app.made_by_owner (i int)",
              "DROP TABLE app.made_by_owner",
              "RESET ROLE",
              "CREATE TABLE app.made_later (i int)",
              "SET ROLE app_owner",
              "INSERT INTO app.made_later VALUES (1)",
              "RESET ROLE",
              "ALTER PUBLICATION everything SET (publish = 'insert')",
              "DROP AGGREGATE app.tally(*)",
              "DROP PROCEDURE app.outp(int, OUT int)",
              "DROP FOREIGN DATA WRAPPER nothing CASCADE",
              "DROP TYPE app.timerange CASCADE"));
    }
  }

  @Test
  void grants_on_an_extensions_functions_are_the_extensions_own() throws Exception {
    source.execute("postgres", "CREATE DATABASE linked");
    source.execute(
        "linked",
        "CREATE ROLE app; CREATE EXTENSION dblink;"
            + " GRANT EXECUTE ON FUNCTION dblink_connect_u(text) TO PUBLIC, app");

    TestPostgres server = cloned();

    try (Connection here = machine.login(server, "linked")) {
      for (String role : List.of("goldenrod", "app")) {
        Sql.run(here, "SET ROLE " + role);
        assertThatThrownBy(() -> Sql.run(here, "SELECT dblink_connect_u('host=127.0.0.1')"))
            .hasMessageContaining("permission denied");
      }
      Sql.run(here, "RESET ROLE");
      assertThatThrownBy(() -> Sql.run(here, "SELECT dblink_connect('host=127.0.0.1')"))
          .hasMessageContaining("password");
    }
  }

  @Test
  void a_locked_function_stays_locked_whoever_owned_it_and_whoever_was_whose_member()
      throws Exception {
    source.execute("postgres", "CREATE DATABASE locked");
    source.execute(
        "locked",
        """
        CREATE ROLE dev;
        CREATE ROLE dba;
        GRANT dba TO pg_monitor;
        CREATE FUNCTION public.rd(text) RETURNS oid LANGUAGE internal STRICT AS 'be_lo_import';
        CREATE FUNCTION public.rd2(text) RETURNS oid LANGUAGE internal STRICT AS 'be_lo_import';
        ALTER FUNCTION public.rd(text) OWNER TO dev;
        ALTER FUNCTION public.rd2(text) OWNER TO dba;
        """);

    TestPostgres server = cloned();

    try (Connection here = machine.login(server, "locked")) {
      for (String function : List.of("rd", "rd2")) {
        for (String role : List.of("goldenrod", "dev", "dba")) {
          Sql.run(here, "SET ROLE " + role);
          assertThatThrownBy(
                  () ->
                      Sql.run(
                          here,
                          "GRANT EXECUTE ON FUNCTION public.%s(text) TO PUBLIC"
                              .formatted(function)))
              .hasMessageContaining("permission denied");
          assertThatThrownBy(
                  () -> Sql.run(here, "SELECT public.%s('/etc/passwd')".formatted(function)))
              .hasMessageContaining("permission denied");
        }
      }
    }
  }

  private TestPostgres cloned() {
    source.close();
    return machine.start(
        machine.versions.ofVersion(
            new VersionRef(new UUID(0, 1), "awkward", 1, "dir:" + source.data())));
  }
}
