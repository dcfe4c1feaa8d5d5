package dev.goldenrod.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoldenSizeTest {
  @Test
  void sizes_are_read_in_mebibytes_and_gibibytes() {
    assertThat(GoldenSize.parseAll("10m, 1G"))
        .containsExactly(
            new GoldenSize("10m", 10 * 1024 * 1024, 0),
            new GoldenSize("1g", 1024 * 1024 * 1024, 0));
  }

  @Test
  void a_number_of_files_is_a_size_too() {
    assertThat(GoldenSize.parseAll("20000f"))
        .containsExactly(new GoldenSize("20000f", 20_000 * 8192, 20_000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "0m", "1t", "-1g", "1g,,2g", "9999999m"})
  void what_is_no_size_is_refused_with_the_way_to_write_one(String text) {
    assertThatThrownBy(() -> GoldenSize.parseAll(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("10m or 1g");
  }
}
