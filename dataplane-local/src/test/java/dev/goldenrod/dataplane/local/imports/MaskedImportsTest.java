package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.MaskingFinding;
import dev.goldenrod.port.MaskingPreview;
import dev.goldenrod.port.StepState;
import java.sql.Connection;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Small masked imports, rules that do not fit the source, and masks that do not fit constraints.
 */
class MaskedImportsTest extends SmallSourceFixture {
  private static final String RULES =
      """
      version: 1
      tables:
        public.item:
          columns:
            id: {keep: a number, type: integer}
            name: {mask: hash, type: text}
      """;

  @BeforeAll
  void create_people() throws Exception {
    source.execute("postgres", "CREATE DATABASE people");
    source.execute(
        "people",
        """
        CREATE TABLE person (id int PRIMARY KEY, email text NOT NULL, note text,
                             code text CHECK (length(code) = 3), UNIQUE (code, note));
        INSERT INTO person SELECT i, 'someone' || i || '@original.example',
               'written by someone' || i || '@original.example', lpad(i::text, 3, '0')
          FROM generate_series(1, 120) i;
        """);
  }

  @Test
  void a_table_without_a_rule_fails_probing_with_the_lines_to_add() {
    ImportObservation end =
        machine.run(spec("people", "version: 1\ntables: {}\n"), ImportPhase.PROBING);

    assertThat(end.state()).isEqualTo(StepState.FAILED);
    assertThat(end.message())
        .contains("no row was read", "public.person", "email: {mask: email, type: text}")
        .doesNotContain("someone");
  }

  @Test
  void rules_that_are_no_rules_are_named_with_their_place() {
    ImportObservation end = machine.run(spec("people", "version: 7\n"), ImportPhase.PROBING);

    assertThat(end.state()).isEqualTo(StepState.FAILED);
    assertThat(end.message()).contains("the masking rules cannot be used", "line 1");
  }

  @Test
  void what_is_not_rows_and_can_have_values_is_refused_without_a_rule() throws Exception {
    source.execute("postgres", "CREATE DATABASE objects");
    source.execute(
        "objects",
        """
        CREATE TYPE mood AS ENUM ('good');
        CREATE FUNCTION f(who text DEFAULT 'someone') RETURNS int LANGUAGE sql RETURN 1;
        CREATE FUNCTION g(who text DEFAULT 'someone') RETURNS int LANGUAGE sql AS 'SELECT 1';
        CREATE FUNCTION h() RETURNS int LANGUAGE sql AS 'SELECT 1 -- as someone asked';
        CREATE DOMAIN chosen AS text DEFAULT 'someone';
        CREATE VIEW v AS SELECT 'someone' AS name;
        SELECT lo_create(0);
        """);

    assertThat(
            machine
                .imports
                .masking()
                .check(source.connection("objects"), "version: 1\ntables: {}\n"))
        .filteredOn(MaskingFinding::isError)
        .extracting(MaskingFinding::message)
        .extracting(message -> message.replaceFirst(",.*", ""))
        .containsExactlyInAnyOrder(
            "the source has large-objects (1)",
            "the source has function-bodies (3)",
            "the source has default-literals (1)",
            "the source has expression-literals (1)",
            "the source has enum-labels (1)");
  }

  @Test
  void the_tools_check_rules_and_show_rows_before_and_after() {
    List<MaskingFinding> missing =
        machine.imports.masking().check(source.connection("people"), "version: 1\ntables: {}\n");
    assertThat(missing)
        .anySatisfy(
            finding -> {
              assertThat(finding.path()).isEqualTo("public.person");
              assertThat(finding.linesToAdd()).contains("email: {mask: email, type: text}");
              assertThat(finding.isError()).isTrue();
            });
    assertThat(machine.imports.masking().check(source.connection("small"), RULES)).isEmpty();

    MaskingPreview preview =
        machine.imports.masking().preview(source.connection("small"), RULES, "public.item");
    assertThat(preview.columns()).containsExactly("id", "name");
    assertThat(preview.before()).hasSize(10).contains(List.of("1", "item 1"));
    assertThat(preview.after()).hasSize(10).noneMatch(row -> row.contains("item 1"));
    assertThat(preview.after().get(0).get(0)).isEqualTo(preview.before().get(0).get(0));
  }

  @Test
  void a_masked_import_has_all_rows_no_original_and_an_attestation_that_survives_a_restart()
      throws Exception {
    ImportSpec spec = spec("small", RULES);

    ImportObservation end = machine.run(spec);

    assertThat(end.message()).isEmpty();
    assertThat(end.result().attestation()).contains("\"subject\":\"small@1\"", "\"rows\":1000");
    try (LocalImports next = machine.open(machine.installations)) {
      assertThat(next.observe(spec.id(), ImportPhase.SNAPSHOTTING).result())
          .isEqualTo(end.result());
    }
    TestPostgres clone = machine.start(VolumeNames.golden(spec.id()));
    try (Connection here = machine.login(clone, "small")) {
      assertThat(Sql.number(here, "SELECT count(DISTINCT name) FROM item")).isEqualTo(1000);
      assertThat(Sql.number(here, "SELECT count(*) FROM item WHERE name LIKE 'item%'")).isZero();
    }
  }

  @Tag("slow")
  @Test
  void a_column_that_is_added_after_probing_fails_before_a_row_is_read() throws Exception {
    source.execute("postgres", "CREATE DATABASE growing");
    source.execute("growing", "CREATE TABLE item (id int, name text); INSERT INTO item VALUES (1)");
    ImportSpec spec = spec("growing", RULES);
    assertThat(machine.run(spec, ImportPhase.PROVISIONING).message()).isEmpty();
    source.execute("growing", "ALTER TABLE item ADD COLUMN phone text");

    ImportObservation end = imported(spec);

    assertThat(end.message()).contains("public.item.phone has no rule", "phone: {mask: phone");
    requireNothingLeft(spec);
  }

  @Tag("slow")
  @Test
  void a_table_that_is_added_after_probing_fails_before_a_row_is_read() throws Exception {
    source.execute("postgres", "CREATE DATABASE widening");
    source.execute("widening", "CREATE TABLE item (id int, name text)");
    ImportSpec spec = spec("widening", RULES);
    assertThat(machine.run(spec, ImportPhase.PROVISIONING).message()).isEmpty();
    source.execute("widening", "CREATE TABLE diary (day date)");

    assertThat(imported(spec).message()).contains("table public.diary has no rule");
    requireNothingLeft(spec);
  }

  @Tag("slow")
  @Test
  void masks_that_a_check_refuses_fail_the_load_and_show_no_value() {
    ImportSpec spec =
        spec(
            "people",
            people(
                "{mask: email, type: text}",
                "{mask: text, type: text}",
                "{mask: hash, type: text}"));

    String message = failure(spec);

    assertThat(message)
        .contains("table public.person refuses its masked rows", "constraint 'person_code_check'")
        .doesNotContain("original.example");
    requireNothingLeft(spec);
  }

  @Tag("slow")
  @Test
  void a_masked_key_without_a_partition_fails_the_import_with_the_way_out() throws Exception {
    source.execute("postgres", "CREATE DATABASE dated");
    source.execute(
        "dated",
        """
        CREATE TABLE visit (day date NOT NULL) PARTITION BY RANGE (day);
        CREATE TABLE visit_2024 PARTITION OF visit FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
        INSERT INTO visit VALUES ('2024-05-06');
        """);
    String rules =
        """
        version: 1
        expression-literals: {keep: nothing personal}
        tables:
          public.visit:
            columns:
              day: {mask: constant, value: 1999-01-01, type: date}
        """;

    assertThat(machine.imports.masking().check(source.connection("dated"), rules))
        .extracting(MaskingFinding::message)
        .anyMatch(text -> text.contains("the key of public.visit, which has no default partition"));
    assertThat(failure(spec("dated", rules)))
        .contains("no partition of public.visit", "default partition")
        .doesNotContain("2024-05-06");
  }

  @Tag("slow")
  @Test
  void masks_that_are_not_unique_fail_the_import_and_show_no_value() {
    ImportSpec spec =
        spec(
            "people",
            people(
                "{mask: email, type: text}",
                "{mask: text, type: text}",
                "{mask: constant, value: abc, type: text}"));

    assertThat(failure(spec)).contains("person_code_note_key", "unique").doesNotContain("abc");
    requireNothingLeft(spec);
  }

  @Tag("slow")
  @Test
  void an_original_that_a_kept_column_repeats_is_found_in_the_files() {
    ImportSpec spec =
        spec(
            "people",
            people(
                "{mask: email, type: text}",
                "{keep: harmless, type: text}",
                "{keep: a code, type: text}"));

    assertThat(failure(spec))
        .contains("column public.person.email, which is masked", "table person")
        .doesNotContain("someone");
    requireNothingLeft(spec);
  }

  @Tag("slow")
  @Test
  void an_original_that_is_compressed_in_a_kept_column_is_found() throws Exception {
    source.execute("postgres", "CREATE DATABASE copies");
    source.execute(
        "copies",
        """
        CREATE TABLE person (id int PRIMARY KEY, profile jsonb, letter text);
        INSERT INTO person
        SELECT i, jsonb_build_object('nick', 'secret nick ' || i, 'plan', 'premium plan ' || i),
               repeat('to whom it may concern ', 200) || 'secret nick ' || i
          FROM generate_series(1, 120) i;
        """);
    String rules =
        """
        version: 1
        tables:
          public.person:
            columns:
              id: {keep: a number, type: integer}
              profile: {mask: json, type: jsonb, paths: {$.plan: {keep: no person}}}
              letter: %s
        """;

    assertThat(failure(spec("copies", rules.formatted("{keep: letters, type: text}"))))
        .contains("column public.person.profile, which is masked", "golden's table public.person")
        .doesNotContain("secret");
    assertThat(machine.run(spec("copies", rules.formatted("{mask: text, type: text}"))).message())
        .isEmpty();
  }

  private String failure(ImportSpec spec) {
    assertThat(machine.run(spec, ImportPhase.PROVISIONING).message()).isEmpty();
    return imported(spec).message();
  }

  private ImportObservation imported(ImportSpec spec) {
    machine.imports.ensure(spec, ImportPhase.IMPORTING);
    ImportObservation end = machine.await(spec, ImportPhase.IMPORTING);
    assertThat(end.state()).isEqualTo(StepState.FAILED);
    return end;
  }

  private void requireNothingLeft(ImportSpec spec) {
    assertThat(machine.volumes.list()).doesNotContain(VolumeNames.staged(spec.id()));
    machine.remove(spec.id());
    assertThat(machine.imports.importIds()).doesNotContain(spec.id());
  }

  private static String people(String email, String note, String code) {
    return """
    version: 1
    expression-literals: {keep: nothing personal}
    default-literals: {keep: nothing personal}
    tables:
      public.person:
        columns:
          id: {keep: a number, type: integer}
          email: %s
          note: %s
          code: %s
    """
        .formatted(email, note, code);
  }

  private ImportSpec spec(String database, String rules) {
    return new ImportSpec(UUID.randomUUID(), database, 1, source.connection(database), "", rules);
  }
}
