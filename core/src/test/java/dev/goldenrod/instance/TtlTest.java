package dev.goldenrod.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TtlTest {
  @ParameterizedTest
  @CsvSource({
    "8h, PT8H, 8h",
    "90m, PT90M, 1h30m",
    "1h30m, PT90M, 1h30m",
    "45s, PT45S, 45s",
    "1s, PT1S, 1s",
    "60s, PT1M, 1m",
    "3600s, PT1H, 1h",
    "7d, PT168H, 168h",
    "365d, PT8760H, 8760h",
    "8760h, PT8760H, 8760h",
    "1d2h3m4s, PT26H3M4S, 26h3m4s",
    "1d1s, PT24H1S, 24h1s",
    "0h5m, PT5M, 5m",
    "0d0h0m1s, PT1S, 1s",
    "008h, PT8H, 8h",
    "31536000s, PT8760H, 8760h"
  })
  void a_duration_is_read_and_written_in_canonical_form(
      String text, Duration duration, String canonical) {
    Ttl ttl = Ttl.parse(text);

    assertThat(ttl.duration()).isEqualTo(duration);
    assertThat(ttl).hasToString(canonical);
    assertThat(Ttl.parse(canonical)).isEqualTo(ttl);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "8",
        "h",
        "8 h",
        " 8h",
        "8h ",
        "8H",
        "8x",
        "1.5h",
        "1,5h",
        "-8h",
        "+8h",
        "8h8h",
        "30m1h",
        "1s1m",
        "8h30",
        "1w",
        "100ms",
        "5us",
        "∞",
        "٨h",
        "8h\n",
        "PT8H",
        "null",
        "1000000000s",
        "99999999999999999999h"
      })
  void any_other_text_is_refused_with_examples(String text) {
    assertThatThrownBy(() -> Ttl.parse(text))
        .isInstanceOfSatisfying(
            ControlPlaneException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT_BECAUSE);
              assertThat(refused).hasMessageContaining("8h, 90m, 1h30m or 7d");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "0s, must be positive",
    "0d0h0m0s, must be positive",
    "8761h, at most 8760h",
    "366d, at most 8760h",
    "8760h1s, at most 8760h",
    "999999999d, at most 8760h"
  })
  void a_life_that_is_no_life_or_too_long_is_refused_with_the_limit(String text, String reason) {
    assertThatThrownBy(() -> Ttl.parse(text))
        .isInstanceOfSatisfying(
            ControlPlaneException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT_BECAUSE);
              assertThat(refused).hasMessageContaining(reason);
            });
  }

  @Test
  void a_life_is_of_whole_seconds() {
    assertThatThrownBy(() -> new Ttl(Duration.ofMillis(1500)))
        .hasMessageContaining("whole seconds");
    assertThatThrownBy(() -> new Ttl(Duration.ofSeconds(-1))).hasMessageContaining("positive");
  }
}
