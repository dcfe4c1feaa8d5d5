package dev.goldenrod.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoldenVersionTest {
  private static final Instant NOW = Instant.parse("2026-01-31T10:15:30Z");

  @Test
  void a_reserved_number_becomes_a_ready_version_by_being_built_and_registered() {
    GoldenVersion reserved =
        GoldenVersion.reserved(UUID.randomUUID(), 2, "import/1", UUID.randomUUID(), NOW);
    assertThat(reserved.isReady()).isFalse();
    assertThat(reserved.handle()).isEmpty();

    GoldenVersion built = reserved.built("volume-2", 4096);
    assertThat(built.isReady()).isFalse();

    GoldenVersion ready = built.becameReady();
    assertThat(ready.isReady()).isTrue();
    assertThat(ready.handle()).isEqualTo("volume-2");
    assertThat(ready.sizeBytes()).isEqualTo(4096);
    assertThat(ready)
        .usingRecursiveComparison()
        .ignoringFields("status", "handle", "sizeBytes")
        .isEqualTo(reserved);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
  void numbers_begin_at_1(int number) {
    UUID golden = UUID.randomUUID();

    assertThatThrownBy(() -> GoldenVersion.reserved(golden, number, "", golden, NOW))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("" + number);
  }
}
