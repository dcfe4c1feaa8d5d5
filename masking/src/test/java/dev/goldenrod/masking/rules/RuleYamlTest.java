package dev.goldenrod.masking.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.masking.schema.TableName;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RuleYamlTest {
  private static final List<String> PARTS =
      List.of(
          "a", "Z", "0", " ", ":", "#", "'", "\"", "\\", "\n", "\t", "\0", "{", "}", "[", "]", ",",
          "&", "*", "!", "|", ">", "%", "@", "`", "-", "?", ".", "~", "null", "true", "ü", "ł",
          "\u0085", "\u00a0", "\u2028", "\ufeff", "😀", "漢");

  @Test
  void texts_of_any_characters_are_the_same_after_a_round_trip() {
    Random random = new Random(5);
    for (int round = 0; round < 2000; round++) {
      TableName table = new TableName(text(random), text(random));
      String column = text(random);
      ColumnRule.Mask mask =
          new ColumnRule.Mask(
              text(random),
              text(random),
              text(random),
              Map.of("o" + text(random), List.of(text(random), 7L, 0.25, true, Map.of("k", "v"))),
              Position.NONE);
      String yaml =
          "version: 1\ntables:\n"
              + RuleYaml.columnsHeader(table)
              + "\n"
              + RuleYaml.column(column, mask);

      TableRule.Columns parsed = (TableRule.Columns) MaskingRules.parse(yaml).tables().get(table);
      ColumnRule.Mask read = (ColumnRule.Mask) parsed.columns().get(column);

      assertThat(read.masksLike(mask)).as(yaml).isTrue();
      assertThat(read.type()).isEqualTo(mask.type());
    }
  }

  @Test
  void words_that_yaml_takes_for_other_types_are_quoted() {
    for (String text :
        List.of("no", "y", "true", "null", "~", "1", "1.5", "0x1f", "2026-01-31", "")) {
      String line = RuleYaml.column("c", new ColumnRule.Keep("r", text, Position.NONE));

      assertThat(line).isEqualTo("      c: {keep: r, type: \"%s\"}".formatted(text));
    }
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder("x".repeat(random.nextInt(2)));
    for (int i = 0; i < 6; i++) {
      text.append(PARTS.get(random.nextInt(PARTS.size())));
    }
    return text.isEmpty() || text.toString().isBlank() ? "blank" : text.toString();
  }
}
