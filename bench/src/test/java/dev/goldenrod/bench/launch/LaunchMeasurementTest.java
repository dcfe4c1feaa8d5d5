package dev.goldenrod.bench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.bench.launch.LaunchMeasurement.Way;
import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.bench.measure.Samples;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LaunchMeasurementTest {
  private static final List<GoldenSize> SIZES = GoldenSize.parseAll("10m,1000f");

  private final List<String> launched = new ArrayList<>();
  private final List<String> removed = new ArrayList<>();
  private final LaunchMeasurement measurement =
      new LaunchMeasurement(SIZES, List.of(way("waiting", 8), way("polled", 12), way("hand", 10)));

  @Test
  void each_way_begins_a_round_in_turns_and_removes_its_clones_at_the_end() {
    measurement.run(0, 2);

    assertThat(launched.subList(0, 6))
        .containsExactly(
            "waiting 10m", "polled 10m", "hand 10m", "waiting 1000f", "polled 1000f", "hand 1000f");
    assertThat(launched.subList(6, 9)).containsExactly("polled 10m", "hand 10m", "waiting 10m");
    assertThat(removed).containsExactly("waiting", "polled", "hand", "waiting", "polled", "hand");
  }

  @Test
  void rounds_to_warm_up_leave_no_figures() {
    Map<GoldenSize, Map<String, Samples>> measured = measurement.run(3, 2);

    assertThat(measured.keySet()).containsExactlyElementsOf(SIZES);
    assertThat(measured.get(SIZES.get(0)).keySet()).containsExactly("waiting", "polled", "hand");
    assertThat(measured.get(SIZES.get(0)).get("polled").size()).isEqualTo(2);
  }

  @Test
  void each_way_is_printed_with_its_ratio_to_the_last_one() {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();

    LaunchMeasurement.print(
        new PrintStream(printed, true, StandardCharsets.UTF_8), measurement.run(0, 1));

    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("waiting / hand: ratio of the medians 0.80")
        .contains("polled / hand: ratio of the medians 1.20")
        .contains("1000f / 10m");
  }

  private Way way(String label, double milliseconds) {
    return new Way(
        label,
        size -> {
          launched.add(label + " " + size.label());
          return milliseconds;
        },
        () -> removed.add(label));
  }
}
