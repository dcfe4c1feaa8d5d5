package dev.goldenrod.masking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.masking.ColumnMask.Drop;
import dev.goldenrod.masking.ColumnMask.Keep;
import dev.goldenrod.masking.ColumnMask.Mask;
import dev.goldenrod.masking.schema.ColumnType;
import dev.goldenrod.masking.schema.TableName;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableMaskTest {
  private static final Transformer BY_PERSON =
      Masks.of("date", Map.of("by", "person"), ColumnType.base("date"));

  @Test
  void columns_that_others_read_come_first_and_dropped_ones_are_not_copied() {
    TableMask mask =
        mask(new Mask("born", BY_PERSON), new Drop("note"), new Keep("id"), new Keep("person"));

    assertThat(mask.copied())
        .extracting(ColumnMask::column)
        .containsExactly("person", "born", "id");
  }

  @Test
  void a_column_that_is_read_must_exist() {
    assertThatThrownBy(() -> mask(new Mask("born", BY_PERSON)))
        .isInstanceOf(RuleException.class)
        .hasMessage("column 'person' does not exist, but a rule of its table reads it");
  }

  @Test
  void a_column_that_is_read_cannot_be_dropped() {
    assertThatThrownBy(() -> mask(new Mask("born", BY_PERSON), new Drop("person")))
        .isInstanceOf(RuleException.class)
        .hasMessageContaining("mask it as 'null' instead");
  }

  @Test
  void a_column_that_is_read_cannot_read_others() {
    Transformer byBirth = Masks.of("date", Map.of("by", "born"), ColumnType.base("date"));

    assertThatThrownBy(() -> mask(new Mask("born", BY_PERSON), new Mask("person", byBirth)))
        .isInstanceOf(RuleException.class)
        .hasMessageContaining("cannot read further columns");
  }

  private static TableMask mask(ColumnMask... columns) {
    return new TableMask(new TableName("shop", "people"), List.of(columns));
  }
}
