package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.engine.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Imported expressions, names and privileges mean the same in clones as in the source. */
@Tag("slow")
class SourceMeaningTest extends ImportedSourceFixture {
  SourceMeaningTest() {
    super("meaning", Map.of("TimeZone", "Pacific/Auckland"), List.of());
  }

  @Test
  void nothing_is_left_out() {
    assertThat(end.warnings()).isEmpty();
  }

  @Test
  void materialized_views_hold_what_they_hold_in_the_source() throws SQLException {
    String rows = "SELECT s::text FROM boss.summary s ORDER BY id";
    assertThat(there(rows))
        .hasSize(3)
        .first()
        .asString()
        .contains("2024-02-01", "blue", "+12", ",t,3");
    assertThat(here(rows)).isEqualTo(there(rows));
    String days = "SELECT d::text FROM boss.days d ORDER BY day";
    assertThat(here(days)).hasSize(3).isEqualTo(there(days));
  }

  @Test
  void indexes_generated_columns_and_statistics_are_computed_as_in_the_source()
      throws SQLException {
    try (Connection here = login()) {
      Sql.runAll(
          here,
          List.of(
              "SET enable_seqscan = off",
              "SET plan_cache_mode = force_custom_plan",
              "SET DateStyle = 'ISO, DMY'"));
      String byIndex = "SELECT id FROM boss.bill WHERE boss.day(at) = '2024-02-01'";
      assertThat(Sql.texts(here, "EXPLAIN " + byIndex).toString()).contains("bill_day");
      assertThat(Sql.texts(here, byIndex)).containsExactly("1");
    }
    String due = "SELECT due::text FROM boss.bill ORDER BY id";
    assertThat(here(due)).containsExactly("2024-02-01", "2023-12-31", "2024-01-02");
    assertThat(
            here(
                "SELECT count(*) FROM pg_stats_ext_exprs WHERE statistics_name ='bill_statistics'"))
        .containsExactly("1");
  }

  @Test
  void rows_are_read_as_they_were_dumped() throws SQLException {
    assertThat(here("SELECT words[2] IS NULL FROM boss.list")).containsExactly("t");
  }

  @Test
  void messages_are_the_sources_when_the_tools_whose_messages_are_read_have_ended()
      throws SQLException {
    assertThat(here("SHOW lc_messages")).containsExactly("POSIX");
    assertThat(here("SELECT messages FROM boss.language")).doesNotContain("POSIX");
  }

  @Test
  void a_clones_user_finds_what_the_owner_finds_by_its_name_alone() throws SQLException {
    assertThat(here("SHOW search_path")).containsExactly("\"boss\", public");
    assertThat(here("SELECT count(*) FROM bill")).containsExactly("3");
  }

  @Test
  void grants_by_others_than_owners_are_the_sources() throws SQLException {
    String grants =
        """
        SELECT o.name || ': ' || a.grantor::regrole || ' to ' || a.grantee::regrole || ' ' || privilege_type
               || CASE WHEN is_grantable THEN ' again' ELSE '' END
          FROM (SELECT relname, relacl FROM pg_class
                UNION ALL SELECT proname, proacl FROM pg_proc
                UNION ALL SELECT nspname, nspacl FROM pg_namespace) o (name, acl),
               aclexplode(o.acl) a
         WHERE a.grantor::regrole::text IN ('lead', 'deputy') AND a.grantee <> a.grantor
           AND o.name <> 'hr'
         ORDER BY 1
        """;
    assertThat(there(grants))
        .containsExactly(
            "chained: deputy to reader SELECT",
            "chained: lead to deputy SELECT again",
            "f: deputy to reader EXECUTE",
            "note: lead to reader SELECT");
    assertThat(here(grants)).isEqualTo(there(grants));
  }

  @Test
  void a_role_that_could_not_look_into_a_schema_cannot_in_clones() throws SQLException {
    String usage =
        "SELECT r || has_schema_privilege(r, 'hr', 'USAGE') FROM unnest('{lead,deputy,reader}'::name[]) r";
    assertThat(there(usage)).containsExactly("leadtrue", "deputyfalse", "readertrue");
    assertThat(here(usage)).isEqualTo(there(usage));
  }
}
