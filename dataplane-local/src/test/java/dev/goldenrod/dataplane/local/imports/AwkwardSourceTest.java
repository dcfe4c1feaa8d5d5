package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.Progress;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An import of a database with content that is hard to copy. */
@Tag("slow")
class AwkwardSourceTest extends ImportedSourceFixture {
  private final Set<Progress> progress = ConcurrentHashMap.newKeySet();

  AwkwardSourceTest() {
    super(
        "awkward",
        Map.of(
            "max_prepared_transactions",
            "7",
            "TimeZone",
            "Pacific/Auckland",
            "plpgsql.variable_conflict",
            "use_column",
            "transform_null_equals",
            "on"),
        List.of("SET search_path = app, \"odd schema\", public", "SET IntervalStyle = iso_8601"));
  }

  @Override
  void observe(LocalImports imports) {
    imports.onChange(
        id ->
            Optional.ofNullable(imports.observe(id, ImportPhase.IMPORTING).progress())
                .ifPresent(progress::add));
  }

  @Test
  void everything_there_is_in_the_source_is_in_the_clone() throws SQLException {
    assertThat(here(OwnedObjects.ALL)).hasSizeGreaterThan(150).isEqualTo(there(OwnedObjects.ALL));
  }

  @Test
  void rows_sequences_and_comments_are_the_sources() throws SQLException {
    for (String query :
        List.of(
            "SELECT s::text FROM app.shift s ORDER BY id",
            "SELECT t::text FROM app.typed t",
            "SELECT count(*) || ' ' || sum(twice) FROM app.numbers",
            "SELECT count(*) || ' ' || sum(o) FROM app.sums",
            "SELECT s::text FROM app.secrets s ORDER BY 1",
            "SELECT t::text FROM \"odd schema\".\"t old\" t",
            "SELECT last_value || ' ' || is_called FROM \"odd schema\".\"s q\"",
            "SELECT lo_get(5001)::text",
            "SELECT app.tally(*) FROM app.event",
            "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = 'awkward'",
            "SELECT obj_description(oid, 'pg_extension') FROM pg_extension ORDER BY extname")) {
      assertThat(here(query)).as(query).isEqualTo(there(query));
    }
  }

  @Test
  void functions_with_unqualified_names_lose_neither_indexes_nor_views() throws SQLException {
    assertThat(here("SELECT relispopulated::text FROM pg_class WHERE relname = 'sums'"))
        .containsExactly("true");
    assertThat(
            here(
                "SELECT indisvalid::text FROM pg_index WHERE indexrelid = 'app.numbers_outer'::regclass"))
        .containsExactly("true");
    assertThat(
            here(
                "SELECT count(*) FROM pg_stats_ext_exprs WHERE statistics_name = 'numbers_statistics'"))
        .containsExactly("1");
    assertThat(here("SELECT convalidated::text FROM pg_constraint WHERE conname = 'twice_checked'"))
        .containsExactly("true");
  }

  @Test
  void what_decides_the_meaning_of_data_is_set_as_in_the_source() throws SQLException {
    // The JDBC driver sets its own TimeZone and DateStyle, unlike other clients.
    assertThat(
            here("SELECT unnest(setconfig) FROM pg_db_role_setting WHERE setrole = 0 ORDER BY 1"))
        .containsExactly(
            "DateStyle=German, DMY",
            "TimeZone=Pacific/Auckland",
            "array_nulls=off",
            "effective_cache_size=4GB",
            "max_parallel_workers_per_gather=2",
            "plpgsql.check_asserts=off",
            "plpgsql.variable_conflict=use_column",
            "standard_conforming_strings=off",
            "transform_null_equals=on");
    assertThat(here("SELECT app.ambiguous(7)")).containsExactly("500");
    assertThat(here("SHOW IntervalStyle")).containsExactly("iso_8601");
    assertThat(here("SHOW search_path")).containsExactly("app, \"odd schema\", public");
  }

  @Test
  void former_owners_use_what_they_owned_and_what_comes() throws SQLException {
    try (Connection here = login()) {
      Sql.run(here, "SET ROLE app_owner");
      assertThat(Sql.number(here, "SELECT count(*) FROM app.shift")).isEqualTo(2);
      Sql.runAll(
          here,
          List.of(
              "INSERT INTO app.shift (\"from\", \"to\") VALUES ('20:00', '21:00')",
              "DELETE FROM app.shift WHERE id = 3",
              "SELECT * FROM app.outs(1)",
              "CREATE TABLE app.made_by_owner (i int)",
              "CREATE SCHEMA owners_own",
              "DROP SCHEMA owners_own",
              "DROP TABLE app.made_by_owner",
              "RESET ROLE",
              "CREATE TABLE app.made_later (i serial)",
              "SET ROLE app_owner",
              "INSERT INTO app.made_later DEFAULT VALUES",
              "SET ROLE reader",
              "SELECT * FROM app.made_later",
              "RESET ROLE",
              "DROP TABLE app.made_later",
              "SET ROLE \"odd role\"",
              "INSERT INTO \"odd schema\".\"t old\" VALUES (2, 'x')",
              "DELETE FROM \"odd schema\".\"t old\" WHERE \"a;b\" = 2",
              "SELECT lo_put(5001, 0, 'O')",
              "SELECT lo_put(5001, 0, 'o')"));
    }
  }

  @Test
  void grants_by_those_who_may_grant_and_defaults_for_what_comes_stand() throws SQLException {
    String grants =
        """
        SELECT relname || ' ' || pg_get_userbyid(a.grantor) || ' ' || pg_get_userbyid(a.grantee) || ' '
               || privilege_type || is_grantable
          FROM pg_class, LATERAL aclexplode(relacl) a
         WHERE relname IN ('event', 'numbers') AND pg_get_userbyid(a.grantor) = 'clerk'
        UNION ALL SELECT nspname || ' ' || pg_get_userbyid(a.grantor) || ' ' || pg_get_userbyid(a.grantee)
          FROM pg_namespace, LATERAL aclexplode(nspacl) a WHERE pg_get_userbyid(a.grantor) = 'clerk'
        UNION ALL SELECT attname || ' ' || pg_get_userbyid(a.grantee)
          FROM pg_attribute, LATERAL aclexplode(attacl) a WHERE pg_get_userbyid(a.grantor) = 'clerk'
        ORDER BY 1
        """;
    assertThat(here(grants)).hasSize(3).isEqualTo(there(grants));
    assertThat(here("SELECT has_database_privilege('clerk', 'awkward', 'CREATE')"))
        .containsExactly("t");
    try (Connection here = login()) {
      Sql.run(here, "CREATE FUNCTION app.later() RETURNS int LANGUAGE sql AS 'SELECT 1'");
      assertThat(
              Sql.texts(here, "SELECT has_function_privilege('reader', 'app.later()', 'EXECUTE')"))
          .containsExactly("f");
      Sql.run(here, "DROP FUNCTION app.later()");
    }
  }

  @Test
  void the_databases_own_grants_are_the_sources_and_nobody_elses() throws SQLException {
    String grants =
        """
        SELECT CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(a.grantee) END
               || ' ' || privilege_type || CASE WHEN is_grantable THEN ' again' ELSE '' END
          FROM pg_database, LATERAL aclexplode(datacl) a
         WHERE datname = 'awkward'
           AND (a.grantee = 0 OR pg_get_userbyid(a.grantee) IN ('clerk', 'reader', 'lister'))
         ORDER BY 1
        """;
    assertThat(here(grants))
        .containsExactly("PUBLIC TEMPORARY", "clerk CREATE", "reader CONNECT again")
        .isEqualTo(there(grants));
  }

  @Test
  void the_clones_user_owns_and_changes_every_object() throws SQLException {
    assertThat(here(OwnedObjects.STRANGERS)).isEmpty();
    try (Connection here = login()) {
      here.setAutoCommit(false);
      Sql.runAll(
          here,
          List.of(
              "SELECT app.timerange('10:00', '11:00'), app.timemultirange()",
              "CALL app.outp(1, NULL)",
              "ALTER TYPE app.mood ADD VALUE 'good'",
              "ALTER PUBLICATION everything SET (publish = 'insert')",
              "ALTER PUBLICATION shifts ADD TABLE app.typed",
              "CREATE SERVER elsewhere FOREIGN DATA WRAPPER nothing",
              "REFRESH MATERIALIZED VIEW CONCURRENTLY app.sums",
              "DROP PUBLICATION everything",
              "DROP AGGREGATE app.tally(*)",
              "DROP FUNCTION app.outs",
              "DROP FOREIGN DATA WRAPPER nothing CASCADE",
              "DROP TYPE app.timerange CASCADE",
              "DROP EXTENSION hstore CASCADE",
              "DROP SCHEMA app CASCADE",
              "DROP SCHEMA \"odd schema\" CASCADE"));
      here.rollback();
    }
  }

  @Test
  void what_is_missing_or_hidden_is_told_and_nothing_else() {
    assertThat(end.warnings())
        .satisfiesExactly(
            forced ->
                assertThat(forced)
                    .contains(
                        "table app.secret has FORCE ROW LEVEL SECURITY",
                        "SET ROLE app_owner",
                        "ALTER TABLE app.secret NO FORCE ROW LEVEL SECURITY"),
            settings ->
                assertThat(settings)
                    .startsWith("settings of the source's role 'clerk' are not carried over")
                    .contains("(app.key, work_mem)")
                    .doesNotContain("hidden"),
            proof ->
                assertThat(proof)
                    .contains("function 'app.proof(integer)' is not LEAKPROOF in clones"));
  }

  @Test
  void progress_counts_tables_and_nothing_else_as_tables() {
    assertThat(progress)
        .filteredOn(one -> one.unit().startsWith("tables"))
        .isNotEmpty()
        .allMatch(one -> one.total() == 9);
  }

  @Test
  void prepared_transactions_and_sorts_in_memory_can_be_made_as_in_the_source() {
    DatabaseInfo info = new DataVolume(machine.volumes.path(VolumeNames.golden(spec.id()))).info();
    assertThat(info.settings())
        .containsOnlyKeys("max_prepared_transactions", "work_mem", "hash_mem_multiplier")
        .containsAllEntriesOf(Map.of("max_prepared_transactions", "7", "work_mem", "4096kB"));
  }

  @Test
  void row_security_binds_whom_it_bound() throws SQLException {
    assertThat(here("SELECT count(*) FROM app.secret")).containsExactly("0");
    assertThatThrownBy(() -> here("SET row_security = off; SELECT * FROM app.secret"))
        .hasMessageContaining("row-level security");
  }
}
