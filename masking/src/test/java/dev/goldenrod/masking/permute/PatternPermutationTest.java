package dev.goldenrod.masking.permute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.masking.Masks;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PatternPermutationTest {
  private final PatternPermutation permutation = new PatternPermutation(Masks.KEY.hash("p"));

  @Test
  void the_pattern_stays() {
    assertThat(permutation.apply("AB-1234/x y")).matches("[A-Z]{2}-\\d{4}/[a-z] [a-z]");
    assertThat(permutation.apply("")).isEmpty();
  }

  @Test
  void texts_that_differ_in_case_have_images_that_differ_in_case() {
    assertThat(permutation.apply("ABC12d"))
        .isEqualToIgnoringCase(permutation.apply("abc12D"))
        .isNotEqualTo(permutation.apply("abc12D"));
  }

  @Test
  void different_texts_have_different_images() {
    assertThat(IntStream.range(0, 10_000).mapToObj("K%04d"::formatted).map(permutation::apply))
        .doesNotHaveDuplicates();
  }

  @Test
  void long_texts_are_permuted_part_by_part() {
    assertThat(permutation.apply("1".repeat(100) + "a".repeat(100)))
        .matches("\\d{100}[a-z]{100}")
        .doesNotContain("1".repeat(20))
        .doesNotContain("a".repeat(20));
  }

  @Test
  void says_whether_letters_would_stay() {
    assertThat(PatternPermutation.covers("Ab 1-2/3")).isTrue();
    assertThat(PatternPermutation.covers("Ä1")).isFalse();
    assertThat(PatternPermutation.covers("١")).isFalse();
    assertThat(PatternPermutation.covers("𝟙")).isFalse();
  }
}
