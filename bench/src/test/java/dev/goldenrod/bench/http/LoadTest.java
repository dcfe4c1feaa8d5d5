package dev.goldenrod.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.bench.http.BaselineServer.Constant;
import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.Connection;
import dev.goldenrod.bench.measure.Connection.Target;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoadTest {
  private static final byte[] LARGE = new byte[100_000];

  private final BaselineServer server =
      BaselineServer.start(
          List.of(
              new Constant("GET", "/small", 200, new byte[] {'{', '}'}),
              new Constant("GET", "/large", 200, LARGE),
              new Constant("POST", "/things", 201, new byte[] {'1'})));

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void it_counts_answers_and_times_each() {
    Load.Measured measured = Load.measure(target("GET", "/small", 200), 2, Duration.ofMillis(500));

    assertThat(measured.perSecond()).isPositive();
    assertThat(measured.milliseconds().size()).isPositive();
    assertThat(measured.milliseconds().min()).isPositive();
  }

  @Test
  void an_answer_is_read_to_its_end_also_when_it_comes_in_chunks() throws Exception {
    try (Connection connection = new Connection(target("GET", "/large", 200))) {
      assertThat(connection.ask()).isEqualTo(LARGE);
      assertThat(connection.ask()).isEqualTo(LARGE);
    }
  }

  @Test
  void another_status_than_the_expected_one_ends_the_measurement() {
    Target target = target("POST", "/things", 200);

    assertThatThrownBy(() -> Load.measure(target, 1, Duration.ofMinutes(1)))
        .isInstanceOf(BenchFailure.class)
        .hasMessageContaining("POST /things")
        .hasMessageContaining("201");
  }

  private Target target(String method, String path, int status) {
    return new Target(server.port(), method, path, "token", "", status);
  }
}
