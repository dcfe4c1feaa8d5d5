package dev.goldenrod.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SamplesTest {
  @Test
  void the_median_of_an_even_number_lies_between_the_middle_two() {
    Samples samples = of(4, 1, 3, 2);

    assertThat(samples.min()).isEqualTo(1);
    assertThat(samples.median()).isEqualTo(2.5);
    assertThat(samples.max()).isEqualTo(4);
  }

  @Test
  void ratios_are_of_values_measured_in_the_same_round() {
    Samples ratios = of(10, 40).over(of(5, 10));

    assertThat(ratios.min()).isEqualTo(2);
    assertThat(ratios.max()).isEqualTo(4);
  }

  @Test
  void a_percentile_counts_from_the_smallest() {
    Samples samples = new Samples();
    for (int i = 100; i >= 0; i--) {
      samples.add(i);
    }

    assertThat(samples.percentile(0.99)).isEqualTo(99);
  }

  private static Samples of(double... values) {
    Samples samples = new Samples();
    for (double value : values) {
      samples.add(value);
    }
    return samples;
  }
}
