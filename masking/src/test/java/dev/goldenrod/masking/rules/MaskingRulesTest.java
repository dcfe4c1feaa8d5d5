package dev.goldenrod.masking.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.goldenrod.masking.schema.TableName;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaskingRulesTest {
  private static final String RULES =
      """
      version: 1
      locale: de
      comments: {keep: they are about columns}
      tables:
        public.audit: {drop: contains requests}
        public.country:
          keep: public data
          types: {code: character(2), name: text}
        public.customer:
          columns:
            id: {keep: surrogate number, type: integer}
            email: {mask: email, type: text, link: mail}
            no: {mask: null, type: text}
            data: {mask: json, type: jsonb, paths: {$.a: [keep, 1, 0.5, true, no]}}
            photo: {drop: too large, type: bytea}
        '"odd.schema"."a \"\"table\"\"\"': {drop: unused}
      """;

  @Test
  void a_file_says_what_happens_to_tables_columns_and_objects() {
    MaskingRules rules = MaskingRules.parse(RULES);

    assertThat(rules.locale()).isEqualTo("de");
    assertThat(rules.object(ObjectKind.COMMENTS))
        .isEqualTo(new ObjectRule(ObjectAction.KEEP, "they are about columns"));
    assertThat(rules.object(ObjectKind.LARGE_OBJECTS))
        .isEqualTo(new ObjectRule(ObjectAction.REFUSE, null));
    assertThat(rules.tables().keySet())
        .containsExactly(
            new TableName("public", "audit"),
            new TableName("public", "country"),
            new TableName("public", "customer"),
            new TableName("odd.schema", "a \"table\""));
    TableRule.Columns customer =
        (TableRule.Columns) rules.tables().get(new TableName("public", "customer"));
    assertThat(customer.columns())
        .containsEntry(
            "email", new ColumnRule.Mask("email", "text", "mail", Map.of(), new Position(12, 7)))
        .containsEntry(
            "no", new ColumnRule.Mask("null", "text", null, Map.of(), new Position(13, 7)))
        .containsEntry("photo", new ColumnRule.Drop("too large", "bytea", new Position(15, 7)));
    assertThat(((ColumnRule.Mask) customer.columns().get("data")).options())
        .isEqualTo(Map.of("paths", Map.of("$.a", List.of("keep", 1L, 0.5, true, "no"))));
  }

  @Test
  void comments_order_and_written_defaults_do_not_change_the_digest() {
    String reordered =
        """
        # reviewed
        tables:
          "public"."customer": {columns: {
            photo: {type: bytea, drop: "too large"},
            data: {type: jsonb, mask: json, paths: {"$.a": [keep, 1, 0.50, true, "no"]}},
            "no": {type: text, mask: "null"},
            email: {link: mail, mask: email, type: text},
            id: {type: integer, keep: surrogate number}}}
          public.country: {types: {name: text, code: character(2)}, keep: public data}
          '"odd.schema"."a \"\"table\"\"\"': {drop: unused}
          public.audit: {drop: contains requests}
        comments: {keep: they are about columns}
        large-objects: refuse
        locale: de
        version: 1
        """
            .replace("\"public\".\"customer\"", "public.customer");

    assertThat(MaskingRules.parse(reordered).digest())
        .isEqualTo(MaskingRules.parse(RULES).digest())
        .matches("[0-9a-f]{64}");
  }

  @Test
  void every_change_of_a_rule_changes_the_digest() {
    for (String change :
        List.of(
            "email, type>phone, type",
            "link: mail>link: post",
            "1, 0.5>1, 0.6",
            "de>fr",
            "too large>too small",
            "type: integer>type: bigint",
            "public.audit>public.log")) {
      String[] halves = change.split(">");

      assertThat(MaskingRules.parse(RULES.replace(halves[0], halves[1])).digest())
          .as(change)
          .isNotEqualTo(MaskingRules.parse(RULES).digest());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "locale: de | line 1, column 1: the file must have 'version: 1'; other versions are not known",
        "version: 2 | line 1, column 1: the file must have 'version: 1'; other versions are not known",
        "version: 1;table: {} | line 2, column 1: the file has the unknown key 'table'",
        "version: 1;version: 1 | line 2, column 1: the file has the key 'version' twice; remove one",
        "version: 1;locale: german | line 2, column 9: locale 'german' must be a language",
        "version: 1;comments: keep | line 2, column 11: 'comments' must be drop or {keep: why}",
        "version: 1;large-objects: yes | 'large-objects' must be refuse or drop or {keep: why}",
        "version: 1;imported-statistics: {keep: x} | 'imported-statistics' must be drop",
        "version: 1;tables: {customer: {drop: x}} | line 2, column 10: 'customer' must be schema.table",
        "version: 1;tables: {a.b: {}} | table a.b has no 'keep'; add for example 'columns:'",
        "version: 1;tables: {a.b: {drop: }} | 'drop' of table a.b must be a text",
        "version: 1;tables: {a.b: {keep: 1}} | 'keep' of table a.b must be a text; quote it",
        "version: 1;tables: {a.b: {drop: x, keep: y}} | table a.b has the unknown key 'keep'",
        "version: 1;tables: {a.b: {columns: [c]}} | columns of table a.b must be a map of keys and values",
        "version: 1;tables: {a.b: {columns: {c: x}}} | column a.b.c must be a map of keys and values",
        "version: 1;tables: {a.b: {columns: {c: {mask: text}}}} | column a.b.c has no 'type'",
        "version: 1;tables: {a.b: {columns: {c: {type: text}}}} | column a.b.c has no 'keep'; add for",
        "version: 1;tables: {a.b: {columns: {c: {mask: , type: text}}}} | 'mask' of column a.b.c must be",
        "version: 1;tables: {a.b: {columns: {c: {mask: text, keep: x, type: text}}}} | cannot have 'keep'",
        "version: 1;tables: {a.b: {columns: {c: {mask: text, x: , type: text}}}} | 'x' of column a.b.c has no value",
        "version: 1;tables: {a.b: {columns: {c: {keep: x, type: text, link: y}}}} | unknown key 'link'",
        "version: [ | the file is not valid YAML",
        "# nothing | line 1, column 1: the file is empty; begin with 'version: 1'",
        "[1] | line 1, column 1: the file must be a map of keys and values"
      })
  void problems_have_their_place_and_a_way_out(String text, String problem) {
    assertThat(problems(text.replace(';', '\n'))).anyMatch(it -> it.toString().contains(problem));
  }

  @Test
  void all_problems_are_found_at_once_in_the_order_of_the_file() {
    List<Problem> problems =
        problems("version: 1\nlocale: german\nfoo: 1\ntables: {b: {drop: x}, a.c: {keep: 1}}\n");

    assertThat(problems).extracting(it -> it.position().line()).containsExactly(2, 3, 4, 4);
  }

  @Test
  void files_that_would_fill_the_memory_are_refused() {
    String bomb = "a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]\n";
    String deep = "a: " + "[".repeat(10_000);
    String large = "#".repeat(MaskingRules.MAX_CHARACTERS + 1);

    assertThat(problems(bomb).get(0).message()).contains("repeats lists and maps by aliases");
    assertThat(problems(deep).get(0).message()).contains("nested too deeply");
    assertThat(problems(large).get(0).message()).contains("rules have at most 4194304");
  }

  @Test
  void no_object_is_made_from_tags() {
    assertThat(problems("version: !!javax.script.ScriptEngineManager [x]")).isNotEmpty();
  }

  private static List<Problem> problems(String yaml) {
    InvalidRulesException thrown =
        catchThrowableOfType(InvalidRulesException.class, () -> MaskingRules.parse(yaml));
    assertThat(thrown).as(yaml.length() > 200 ? "a long text" : yaml).isNotNull();
    return thrown.problems();
  }
}
