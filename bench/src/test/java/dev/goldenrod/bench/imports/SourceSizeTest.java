package dev.goldenrod.bench.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Test;

class SourceSizeTest {
  @Test
  void sizes_are_numbers_of_bytes_and_of_tables() {
    assertThat(SourceSize.parseAll("1g, 616T"))
        .extracting(SourceSize::label, SourceSize::tables)
        .containsExactly(tuple("1g", 0), tuple("616t", 616));
  }

  @Test
  void a_number_of_files_is_no_size_of_a_source() {
    assertThatThrownBy(() -> SourceSize.parseAll("20000f"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1g or 616t");
  }
}
