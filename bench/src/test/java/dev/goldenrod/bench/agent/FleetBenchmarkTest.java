package dev.goldenrod.bench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.server.ProgressPrinter;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class FleetBenchmarkTest {
  private static final Duration SHORT = Duration.ofSeconds(6);

  @Test
  void a_small_fleet_is_measured_at_rest_and_comes_back_after_a_restart(@TempDir Path folder) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

    FleetBenchmark.Figures figures =
        new FleetBenchmark(folder, 2, 3, Duration.ZERO, new ProgressPrinter(out)).run(SHORT);
    figures.print(out);

    assertThat(figures.rest().traffic().textsUp()).isPositive();
    assertThat(figures.rest().traffic().bytesUp())
        .isGreaterThan(figures.rest().traffic().textsUp());
    assertThat(figures.rest().heapBytes()).isPositive().isLessThan(figures.rest().residentBytes());
    assertThat(figures.rest().threads()).isPositive();
    assertThat(figures.restart().mostAttempts()).isPositive();
    assertThat(figures.restart().sinceKill()).isGreaterThan(figures.restart().sinceListening());
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("2 agents of 3 databases each", "all online after", "messages to the server");
  }

  @Test
  void what_comes_within_a_second_is_counted_wherever_the_second_begins() {
    assertThat(FleetBenchmark.mostInASecond(List.of())).isZero();
    assertThat(FleetBenchmark.mostInASecond(millis(0, 900, 999, 1000, 1500, 1899))).isEqualTo(5);
  }

  private static List<Long> millis(long... at) {
    return LongStream.of(at).map(one -> one * 1_000_000).boxed().toList();
  }
}
