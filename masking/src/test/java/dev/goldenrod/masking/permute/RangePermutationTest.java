package dev.goldenrod.masking.permute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.goldenrod.masking.Masks;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RangePermutationTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 10, 999, 100_000})
  void each_number_is_the_image_of_one_number(long size) {
    RangePermutation permutation = new RangePermutation(Masks.KEY.hash("p"), size);

    assertThat(LongStream.range(0, size).map(permutation::apply).distinct().count())
        .isEqualTo(size);
    assertThat(LongStream.range(0, size).map(permutation::apply)).allMatch(n -> n >= 0 && n < size);
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        100_001,
        1_000_000,
        1L << 32,
        9_000_000_000L,
        999_999_999_999_999_989L,
        Long.MAX_VALUE
      })
  void numbers_of_large_ranges_have_different_images_in_the_range(long size) {
    RangePermutation permutation = new RangePermutation(Masks.KEY.hash("p"), size);
    long step = size / 1000;

    assertThat(LongStream.range(0, 1000).map(i -> permutation.apply(i * step)).boxed())
        .doesNotHaveDuplicates()
        .allMatch(image -> image >= 0 && image < size);
    assertThat(permutation.apply(size - 1)).isBetween(0L, size - 1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1000, 1L << 40})
  void the_key_determines_the_permutation(long size) {
    RangePermutation permutation = new RangePermutation(Masks.KEY.hash("p"), size);
    RangePermutation same = new RangePermutation(Masks.KEY.hash("p"), size);
    RangePermutation other = new RangePermutation(Masks.OTHER_KEY.hash("p"), size);

    assertThat(images(permutation)).isEqualTo(images(same)).isNotEqualTo(images(other));
  }

  /** Goldens of a later release must have the same masks. */
  @Test
  void images_stay_the_same_from_release_to_release() {
    assertThat(new RangePermutation(Masks.KEY.hash("p"), 1000).apply(999)).isEqualTo(890);
    assertThat(new RangePermutation(Masks.KEY.hash("p"), 1L << 40).apply(999))
        .isEqualTo(105_080_745_686L);
  }

  @Test
  void numbers_outside_of_the_range_are_refused() {
    RangePermutation permutation = new RangePermutation(Masks.KEY.hash("p"), 10);

    assertThatIllegalArgumentException().isThrownBy(() -> permutation.apply(10));
    assertThatIllegalArgumentException().isThrownBy(() -> permutation.apply(-1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RangePermutation(Masks.KEY.hash("p"), 0));
  }

  private static long[] images(RangePermutation permutation) {
    return LongStream.range(0, 100).map(permutation::apply).toArray();
  }
}
