package dev.goldenrod.masking.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DigestsTest {
  @Test
  void originals_are_found_and_other_values_are_not() {
    Digests originals = originals(1000, 1000);

    assertThat(originals.contains("original 7")).isTrue();
    assertThat(originals.contains("original 1000")).isFalse();
    assertThat(originals.contains(" ORIGINAL 7 ")).isTrue();
    assertThat(originals.size()).isEqualTo(1000);
    assertThat(originals.coverage()).isEqualTo(1);
  }

  @Test
  void beyond_the_limit_a_sample_is_held_and_the_coverage_says_so() {
    Digests originals = originals(10_000, 1000);

    OriginalsLookup lookup = new OriginalsLookup(originals, CommonValues.standard());
    for (int i = 0; i < 10_000; i++) {
      lookup.check("original " + i);
    }

    assertThat(originals.size()).isBetween(300, 1000);
    assertThat(originals.coverage()).isEqualTo(1.0 / 16);
    assertThat(lookup.result().values()).isEqualTo(10_000);
    assertThat(lookup.result().checked()).isEqualTo(originals.size());
    assertThat(lookup.result().found()).isEqualTo(originals.size());
  }

  @Test
  void common_values_are_exempted_and_counted_by_the_name_of_their_list() {
    Digests originals = Digests.withLimit(100);
    List.of("Ada Lovelace", "Anna", "unknown", "x").forEach(originals::add);
    CommonValues common = CommonValues.standard().and("given names (de)", List.of("anna"));
    OriginalsLookup lookup = new OriginalsLookup(originals, common);

    List.of("ada byron", "Anna", "unknown", "x", "Ada Lovelace").forEach(lookup::check);

    assertThat(lookup.result().found()).isEqualTo(1);
    assertThat(lookup.result().exempted())
        .isEqualTo(
            Map.of(
                "given names (de)", 1L, "placeholders", 1L, "values of at most 3 characters", 1L));
  }

  @Test
  void nothing_is_found_after_the_import() {
    Digests originals = originals(10, 10);

    originals.close();

    assertThat(originals.contains("original 1")).isFalse();
  }

  private static Digests originals(int count, int limit) {
    Digests originals = Digests.withLimit(limit);
    for (int i = 0; i < count; i++) {
      originals.add("original " + i);
      originals.add("original " + i);
    }
    return originals;
  }
}
