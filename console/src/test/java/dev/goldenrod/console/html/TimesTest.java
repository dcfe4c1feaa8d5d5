package dev.goldenrod.console.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.console.html.Times.Part;
import dev.goldenrod.instance.Ttl;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times and lifetimes as people read and write them. */
class TimesTest {
  @Test
  void a_text_is_split_at_the_times_in_it() {
    String first = "2026-12-31T23:59:59.123456Z";

    assertThat(Times.parts("from " + first + " to 2026-02-31T00:00:00Z."))
        .containsExactly(
            new Part("from ", null),
            new Part(first, Instant.parse(first)),
            new Part(" to ", null),
            new Part("2026-02-31T00:00:00Z", null),
            new Part(".", null));
    assertThat(Times.parts("")).containsExactly(new Part("", null));
  }

  @ParameterizedTest
  @CsvSource({"90d, 90d", "2160h, 90d", "48h, 2d", "24h, 24h", "36h, 36h", "90m, 1h30m"})
  void a_lifetime_of_whole_days_is_shown_in_days(String typed, String shown) {
    assertThat(Durations.lifetime(Ttl.parse(typed))).isEqualTo(shown);
  }
}
