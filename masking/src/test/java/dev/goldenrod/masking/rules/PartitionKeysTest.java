package dev.goldenrod.masking.rules;

import static dev.goldenrod.masking.rules.TableBuilder.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.masking.MaskingKey;
import dev.goldenrod.masking.detect.Detector;
import dev.goldenrod.masking.detect.Samples;
import dev.goldenrod.masking.schema.PartitionKey;
import dev.goldenrod.masking.schema.SourceSchema;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Masked columns of keys that assign rows to partitions. */
class PartitionKeysTest {
  private static final MaskingKey KEY = new MaskingKey(new byte[MaskingKey.BYTES]);

  @Test
  void a_masked_key_without_a_default_partition_is_a_warning_with_the_way_out() {
    List<Finding> findings =
        check(
            "{mask: birth-date, type: date}",
            visit().partitionedBy("day"),
            table("public.visit_2024", "day: date not null", "note: text")
                .partitionOf("public.visit"));

    assertThat(findings).extracting(Finding::severity).containsExactly(Finding.Severity.WARNING);
    assertThat(findings.get(0).toString())
        .startsWith("line 5, column 7: column public.visit.day is part of the key of public.visit,")
        .contains("keep the column with a reason, or add a default partition");
  }

  @Test
  void a_partition_that_is_partitioned_itself_is_named() {
    assertThat(
            check(
                "{mask: birth-date, type: date}",
                visit().partitionedBy(new PartitionKey(Set.of("day"), false, true)),
                table("public.visit_2024", "day: date not null", "note: text")
                    .partitionOf("public.visit")
                    .partitionedBy(new PartitionKey(Set.of(), true, false))))
        .extracting(Finding::toString)
        .allMatch(text -> text.contains("part of the key of public.visit_2024, which"))
        .hasSize(2);
  }

  @Test
  void keys_that_are_kept_or_have_a_default_partition_are_no_finding() {
    assertThat(check("{keep: days, type: date}", visit().partitionedBy("day"))).isEmpty();
    assertThat(
            check(
                "{mask: birth-date, type: date}",
                visit().partitionedBy(new PartitionKey(Set.of("day"), false, true))))
        .isEmpty();
    assertThat(check("{mask: birth-date, type: date}", visit().partitionedBy("note")))
        .extracting(Finding::column)
        .containsExactly("note");
  }

  private static TableBuilder visit() {
    return table("public.visit", "day: date not null", "note: text");
  }

  private static List<Finding> check(String dayRule, TableBuilder... tables) {
    String rules =
        """
        version: 1
        tables:
          public.visit:
            columns:
              day: %s
              note: {mask: text, type: text}
        """
            .formatted(dayRule);
    SourceSchema schema =
        new SourceSchema(List.of(tables).stream().map(TableBuilder::build).toList());
    return new RuleCheck(MaskingRules.parse(rules), KEY, new Detector(schema, Samples.NONE))
        .check(schema, SourceObjects.ofEach(0))
        .findings();
  }
}
