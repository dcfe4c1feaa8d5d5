package dev.goldenrod.masking.rules;

import static dev.goldenrod.masking.rules.TableBuilder.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.masking.ColumnMask;
import dev.goldenrod.masking.MaskingKey;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.TableMask;
import dev.goldenrod.masking.schema.SourceSchema;
import dev.goldenrod.masking.schema.Table;
import dev.goldenrod.masking.schema.TableName;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuleCheckTest {
  private static final MaskingKey KEY = new MaskingKey(new byte[MaskingKey.BYTES]);
  private static final RuleProposer PROPOSER =
      (table, column) -> new ColumnRule.Mask("hash", column.type(), null, Map.of(), Position.NONE);

  private static final String CUSTOMER_RULES =
      """
        public.customer:
          columns:
            id: {keep: surrogate number, type: integer}
            email: {mask: email, type: text}
            note: {mask: text, type: text}
      """;

  @Test
  void complete_rules_make_a_plan_with_a_mask_for_each_column() {
    CheckResult result = check(CUSTOMER_RULES, customer());

    assertThat(result.findings()).isEmpty();
    TableMask mask = result.plan().table(new TableName("public", "customer")).orElseThrow();
    assertThat(mask.columns())
        .hasExactlyElementsOfTypes(
            ColumnMask.Keep.class, ColumnMask.Mask.class, ColumnMask.Mask.class)
        .extracting(ColumnMask::column)
        .containsExactly("id", "email", "note");
  }

  @Test
  void a_table_without_a_rule_is_an_error_with_the_lines_to_add() {
    CheckResult result = check(CUSTOMER_RULES, customer(), table("public.log", "line: text"));

    assertThat(result.isComplete()).isFalse();
    assertThat(result.plan()).isNull();
    assertThat(only(result).message())
        .isEqualTo("table public.log has no rule: add one below 'tables'");
    assertThat(only(result).yaml())
        .isEqualTo("  public.log:\n    columns:\n      line: {mask: hash, type: text}");
    assertThat(
            check(
                    CUSTOMER_RULES + only(result).yaml() + "\n",
                    customer(),
                    table("public.log", "line: text"))
                .findings())
        .isEmpty();
  }

  @Test
  void a_new_column_is_an_error_with_the_line_to_add() {
    Finding finding =
        only(
            check(
                CUSTOMER_RULES,
                table(
                    "public.customer",
                    "id: integer primary key default",
                    "email: text not null unique",
                    "note: text",
                    "Phone No: character varying(20)")));

    assertThat(finding.severity()).isEqualTo(Finding.Severity.ERROR);
    assertThat(finding.message())
        .isEqualTo(
            "column public.customer.Phone No has no rule: add one below its table's 'columns'");
    assertThat(finding.yaml())
        .isEqualTo("      Phone No: {mask: hash, type: character varying(20)}");
  }

  @Test
  void a_changed_type_is_an_error_at_its_line() {
    Finding finding =
        only(
            check(
                CUSTOMER_RULES.replace(
                    "note: {mask: text, type: text}",
                    "note: {mask: text, type: character varying(9)}"),
                customer()));

    assertThat(finding)
        .hasToString(
            "line 7, column 7: column public.customer.note is text now, but its rule was made for"
                + " character varying(9): review the rule and set 'type'");
    assertThat(finding.yaml()).isEqualTo("      note: {mask: text, type: text}");
  }

  @Test
  void a_new_field_of_a_composite_type_is_a_changed_type() {
    String rules = "  a.b: {columns: {c: {keep: x, type: 'address(street text)'}}}\n";

    assertThat(check(rules, table("a.b", "c: composite address = street")).findings()).isEmpty();
    assertThat(only(check(rules, table("a.b", "c: composite address = street|city"))).message())
        .startsWith("column a.b.c is address(street text, city text) now");
  }

  @Test
  void rules_for_what_does_not_exist_are_warnings() {
    CheckResult result =
        check(
            CUSTOMER_RULES
                + "      fax: {mask: phone, type: text}\n  public.gone: {drop: unused}\n",
            customer());

    assertThat(result.isComplete()).isTrue();
    assertThat(messages(result))
        .containsExactly(
            "line 8, column 7: column public.customer.fax does not exist; remove its rule",
            "line 9, column 3: table public.gone does not exist; remove its rule");
  }

  @Test
  void a_table_that_is_kept_whole_needs_the_types_of_its_columns() {
    TableBuilder country = table("public.country", "code: character(2) primary key", "name: text");

    Finding finding = only(check("  public.country: {keep: public data}\n", country));

    assertThat(finding.message()).contains("but not with the types of code, name");
    assertThat(finding.yaml()).isEqualTo("    types: {code: character(2), name: text}");
    assertThat(
            check(
                    "  public.country: {keep: public data, types: {code: character(2), name: text}}\n",
                    country)
                .findings())
        .isEmpty();
  }

  @Test
  void partitions_follow_their_parent_in_the_order_of_their_own_columns() {
    TableBuilder parent =
        table("public.log", "at: date", "line: text").kind(Table.Kind.PARTITIONED);
    TableBuilder partition =
        table("public.log_1", "line: text", "at: date").partitionOf("public.log");
    String rules =
        """
          public.log:
            columns:
              at: {keep: a date of business, type: date}
              line: {mask: text, type: text}
        """;

    CheckResult result = check(rules, parent, partition);

    assertThat(result.findings()).isEmpty();
    assertThat(result.plan().table(new TableName("public", "log_1")).orElseThrow().columns())
        .extracting(ColumnMask::column)
        .containsExactly("line", "at");
    assertThat(only(check(rules + "  public.log_1: {keep: x}\n", parent, partition)).message())
        .isEqualTo(
            "table public.log_1 is a partition and follows the rules of public.log: remove its rule");
    CheckResult dropped = check("  public.log: {drop: logs}\n", parent, partition);
    assertThat(dropped.plan().tables()).isEmpty();
    assertThat(dropped.plan().withoutRows()).hasSize(2);
  }

  @Test
  void inherited_columns_follow_the_parent_and_new_ones_need_a_rule() {
    TableBuilder parent = table("public.person", "name: text");
    TableBuilder child =
        table("public.staff", "name: text", "room: text").inherits("public.person");
    String rules = "  public.person: {columns: {name: {mask: hash, type: text}}}\n";

    Finding finding = only(check(rules, parent, child));

    assertThat(finding.yaml())
        .isEqualTo("  public.staff:\n    columns:\n      room: {mask: hash, type: text}");
    CheckResult kept =
        check(
            rules + "  public.staff: {keep: x, types: {name: text, room: text}}\n", parent, child);
    assertThat(only(kept).message())
        .startsWith("column public.staff.name has another rule than public.person.name");
  }

  @Test
  void a_foreign_key_has_the_masks_of_what_it_references() {
    TableBuilder mail =
        table("public.mail", "id: integer primary key", "to: character varying(90)")
            .references("to", "public.customer", "email");
    String rules =
        CUSTOMER_RULES + "  public.mail: {columns: {id: {keep: number, type: integer}}}\n";

    CheckResult result = check(rules, customer(), mail);

    assertThat(result.findings()).isEmpty();
    assertThat(masked(result, "mail", "to", "ada@shop.example"))
        .isEqualTo(masked(result, "customer", "email", "ada@shop.example"))
        .isNotEqualTo("ada@shop.example");
  }

  @Test
  void a_rule_that_contradicts_a_foreign_key_is_an_error() {
    TableBuilder mail =
        table("public.mail", "to: text").references("to", "public.customer", "email");
    for (String rule : List.of("{keep: x, type: text}", "{mask: hash, type: text}")) {
      String rules = CUSTOMER_RULES + "  public.mail: {columns: {to: %s}}\n".formatted(rule);

      assertThat(only(check(rules, customer(), mail)).message())
          .startsWith("column public.mail.to has another rule than public.customer.email");
    }
    String cut = CUSTOMER_RULES + "  public.mail: {columns: {to: {drop: x, type: text}}}\n";
    assertThat(check(cut, customer(), mail).findings()).isEmpty();
  }

  @Test
  void a_foreign_key_to_rows_that_are_dropped_is_an_error() {
    TableBuilder mail =
        table("public.mail", "to: text").references("to", "public.customer", "email");
    String rules =
        """
          public.customer: {drop: too much}
          public.mail: {columns: {to: {mask: email, type: text}}}
        """;

    assertThat(only(check(rules, customer(), mail)).message())
        .startsWith(
            "column public.mail.to references public.customer.email, whose rows are dropped");
  }

  @Test
  void a_unique_column_needs_a_transformer_that_keeps_values_apart() {
    CheckResult single = check(CUSTOMER_RULES.replace("mask: email", "mask: text"), customer());
    CheckResult pair = check(CUSTOMER_RULES, customer().unique("id", "note"));

    assertThat(only(single).message()).startsWith("column public.customer.email is UNIQUE, but");
    assertThat(pair.isComplete()).isTrue();
    assertThat(only(pair).message())
        .startsWith("column public.customer.note is part of UNIQUE (id, note)");
  }

  @Test
  void a_not_null_column_is_neither_dropped_nor_masked_as_null() {
    String dropped = CUSTOMER_RULES.replace("mask: email", "drop: x");
    String masked = CUSTOMER_RULES.replace("mask: email", "mask: null");

    assertThat(only(check(dropped, customer())).message())
        .startsWith("column public.customer.email is NOT NULL without a default");
    assertThat(only(check(masked, customer())).message()).contains("cannot be masked as 'null'");
  }

  @Test
  void linked_columns_need_the_same_transformer() {
    String rules = CUSTOMER_RULES.replace("type: text}", "type: text, link: one}");

    assertThat(only(check(rules, customer())).message())
        .startsWith(
            "column public.customer.note has the link 'one' of public.customer.email, but not its"
                + " transformer 'email'");
  }

  @Test
  void computed_columns_need_no_rule_and_cannot_be_kept() {
    TableBuilder article =
        table(
            "public.article",
            "title: text",
            "slug: text generated",
            "words: tsvector generated",
            "search: tsvector not null");
    String rules = "  public.article: {columns: {title: {mask: text, type: text}%s}}\n";

    CheckResult result = check(rules.formatted(""), article);

    assertThat(only(result).message())
        .contains("search holds words for text search and stays empty");
    assertThat(result.plan().tables().get(0).columns())
        .extracting(ColumnMask::column)
        .containsExactly("title", "search");
    assertThat(masked(result, "article", "search", "'secret':1")).isEmpty();
    for (String column :
        List.of("slug: {keep: x, type: text}", "search: {keep: x, type: tsvector}")) {
      assertThat(check(rules.formatted(", " + column), article).errors())
          .extracting(Finding::message)
          .allMatch(it -> it.contains("is computed from other columns and cannot be kept"))
          .hasSize(1);
    }
  }

  @Test
  void checks_that_mention_a_masked_column_are_warned_about() {
    CheckResult result =
        check(
            CUSTOMER_RULES,
            table("public.customer", "id: integer", "email: text", "note: text")
                .check("CHECK ((note <> 'x'::text))")
                .check("CHECK ((id > 0))"));

    assertThat(result.isComplete()).isTrue();
    assertThat(only(result).message())
        .isEqualTo(
            "column public.customer.note is masked, and CHECK ((note <> 'x'::text)) may refuse masked"
                + " values: the import fails if it does");
  }

  @Test
  void rules_that_transformers_refuse_are_errors_at_their_line() {
    CheckResult result =
        check(CUSTOMER_RULES.replace("mask: text", "mask: no-such-thing"), customer());

    assertThat(only(result))
        .asString()
        .startsWith("line 7, column 7: column public.customer.note has a rule that fails: ")
        .contains("no-such-thing");
  }

  @Test
  void objects_that_the_rules_refuse_are_errors_with_the_line_to_add() {
    RuleCheck check = new RuleCheck(MaskingRules.parse("version: 1"), KEY, PROPOSER);
    SourceSchema schema =
        new SourceSchema(List.of(table("a.b", "c: enum mood = good|bad generated").build()));

    List<Finding> errors =
        check.check(schema, SourceObjects.ofEach(0).with(ObjectKind.LARGE_OBJECTS, 3)).errors();

    assertThat(errors)
        .extracting(Finding::yaml)
        .containsExactly(
            "large-objects: drop",
            "enum-labels: {keep: why they are safe}",
            "  a.b:\n    columns: {}");
  }

  private static TableBuilder customer() {
    return table(
        "public.customer",
        "id: integer primary key default",
        "email: text not null unique",
        "note: text");
  }

  private static CheckResult check(String tables, TableBuilder... built) {
    return new RuleCheck(MaskingRules.parse("version: 1\ntables:\n" + tables), KEY, PROPOSER)
        .check(
            new SourceSchema(Arrays.stream(built).map(TableBuilder::build).toList()),
            SourceObjects.ofEach(0));
  }

  private static Finding only(CheckResult result) {
    assertThat(result.findings()).hasSize(1);
    return result.findings().get(0);
  }

  private static List<String> messages(CheckResult result) {
    return result.findings().stream().map(Finding::toString).toList();
  }

  private static String masked(CheckResult result, String table, String column, String value) {
    return result.plan().table(new TableName("public", table)).orElseThrow().columns().stream()
        .filter(it -> it.column().equals(column))
        .map(ColumnMask.Mask.class::cast)
        .map(it -> it.transformer().mask(value, Row.NONE))
        .findFirst()
        .orElseThrow();
  }
}
