package dev.goldenrod.masking.detect;

import static dev.goldenrod.masking.rules.TableBuilder.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.masking.MaskingKey;
import dev.goldenrod.masking.rules.CheckResult;
import dev.goldenrod.masking.rules.MaskingRules;
import dev.goldenrod.masking.rules.ObjectAction;
import dev.goldenrod.masking.rules.ObjectKind;
import dev.goldenrod.masking.rules.RuleCheck;
import dev.goldenrod.masking.rules.SourceObjects;
import dev.goldenrod.masking.rules.TableBuilder;
import dev.goldenrod.masking.schema.SourceSchema;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlanWriterTest {
  private static final List<String> TYPES =
      List.of(
          "text",
          "character varying(12)",
          "character(2)",
          "citext",
          "smallint",
          "integer",
          "bigint",
          "numeric(8,2)",
          "double precision",
          "boolean",
          "date",
          "timestamp with time zone",
          "interval",
          "jsonb",
          "xml",
          "bytea",
          "inet",
          "macaddr",
          "uuid",
          "point",
          "daterange",
          "text[]",
          "enum mood = good|bad",
          "composite pair = a|b",
          "tsvector",
          "hstore",
          "ltree");
  private static final List<String> NAMES =
      List.of(
          "id",
          "name",
          "email",
          "x",
          "status",
          "created_at",
          "amount",
          "no",
          "on",
          "a :b",
          "# c",
          "null",
          "Ünï",
          "it's",
          "\"q\"",
          "a\nb",
          "-",
          "{x}",
          "birthday",
          "geschlecht",
          "phone_id");

  private static List<SourceSchema> schemas() {
    return List.of(Schemas.rental(), Schemas.shop(), Schemas.languages());
  }

  @ParameterizedTest
  @MethodSource("schemas")
  void a_written_plan_is_complete_for_its_schema(SourceSchema schema) {
    requireComplete(schema, SourceObjects.ofEach(1));
  }

  @Test
  void plans_for_random_schemas_are_complete() {
    Random random = new Random(37);
    for (int round = 0; round < 100; round++) {
      requireComplete(randomSchema(random), SourceObjects.ofEach(0));
    }
  }

  @Test
  void a_plan_says_how_sure_it_is_and_why() {
    String yaml = write(Schemas.rental(), SourceObjects.ofEach(1));

    assertThat(yaml)
        .contains("      customer_id: {keep: a surrogate number, type: integer} # 95 %\n")
        .contains(
            "      # 80 %: its name ('email') says e-mail addresses\n"
                + "      email: {mask: email, type: text}\n")
        .contains(
            "      # UNSURE: neither name nor values tell what it holds\n"
                + "      title: {mask: text, type: text}\n")
        .contains("  # public.payment_p2022_01 is a partition and follows public.payment\n")
        .contains("  # public.rental_by_category has no rows of its own\n")
        .contains("      # fulltext is computed\n")
        .contains("large-objects: drop # 1 in the source\n")
        .contains("comments: drop\n");
  }

  @Test
  void a_plan_without_tables_can_be_parsed() {
    MaskingRules rules = MaskingRules.parse(write(Schemas.of(), SourceObjects.ofEach(0)));

    assertThat(rules.tables()).isEmpty();
    assertThat(rules.object(ObjectKind.LARGE_OBJECTS).action()).isEqualTo(ObjectAction.REFUSE);
  }

  @Test
  void a_masked_key_without_a_default_partition_is_marked() {
    SourceSchema schema =
        Schemas.of(
            table("public.visit", "birth_date: date", "note: text").partitionedBy("birth_date"));

    assertThat(write(schema, SourceObjects.ofEach(0)))
        .containsOnlyOnce(
            "      # part of the key of public.visit, which has no default partition\n");
  }

  private static void requireComplete(SourceSchema schema, SourceObjects objects) {
    String yaml = write(schema, objects);
    MaskingKey key = new MaskingKey(new byte[MaskingKey.BYTES]);

    CheckResult result =
        new RuleCheck(MaskingRules.parse(yaml), key, new Detector(schema, Samples.NONE))
            .check(schema, objects);

    assertThat(result.errors()).as(yaml).isEmpty();
    assertThat(result.plan()).isNotNull();
  }

  private static String write(SourceSchema schema, SourceObjects objects) {
    return new PlanWriter(schema, new Detector(schema, Samples.NONE)).write(objects);
  }

  private static SourceSchema randomSchema(Random random) {
    int tables = 1 + random.nextInt(5);
    return Schemas.of(
        IntStream.range(0, tables)
            .mapToObj(it -> randomTable(it, random))
            .toArray(TableBuilder[]::new));
  }

  private static TableBuilder randomTable(int number, Random random) {
    String[] columns =
        NAMES.stream()
            .filter(name -> random.nextInt(3) == 0)
            .map(name -> name + ": " + TYPES.get(random.nextInt(TYPES.size())) + end(random))
            .toArray(String[]::new);
    String key = "key: " + (random.nextBoolean() ? "bigint" : "text") + " primary key";
    TableBuilder table = table("s.t" + number, columns).with(key);
    if (number > 0 && random.nextBoolean()) {
      table.with("parent: text").references("parent", "s.t" + random.nextInt(number), "key");
    }
    return table;
  }

  private static String end(Random random) {
    return List.of("", " not null", " default", " not null default", " generated")
        .get(random.nextInt(5));
  }
}
