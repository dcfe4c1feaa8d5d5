package dev.goldenrod.masking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HexFormat;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MaskingKeyTest {
  @Test
  void a_key_has_32_bytes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MaskingKey(new byte[31]))
        .withMessage("a masking key has 32 bytes, not 31");
  }

  @Test
  void its_id_and_text_do_not_contain_it() {
    assertThat(Masks.KEY.id()).matches("[0-9a-f]{16}").isNotEqualTo(Masks.OTHER_KEY.id());
    assertThat(Masks.KEY.toString()).isEqualTo("MaskingKey[" + Masks.KEY.id() + "]");
  }

  @Test
  void later_changes_of_the_bytes_do_not_change_the_key() {
    byte[] bytes = new byte[MaskingKey.BYTES];
    MaskingKey key = new MaskingKey(bytes);
    String before = digest(key, "a", "b");

    bytes[0] = 1;

    assertThat(digest(key, "a", "b")).isEqualTo(before);
  }

  @Test
  void functions_differ_by_key_and_by_each_part_of_their_purpose() {
    assertThat(digest(Masks.KEY, "link", "a"))
        .isEqualTo(digest(Masks.KEY, "link", "a"))
        .isNotEqualTo(digest(Masks.OTHER_KEY, "link", "a"))
        .isNotEqualTo(digest(Masks.KEY, "link", "b"))
        .isNotEqualTo(digest(Masks.KEY, "linka"));
  }

  @Test
  void numbers_of_a_value_are_the_same_each_time_and_within_their_bound() {
    KeyedNumbers first = Masks.KEY.hash("n").numbers("value");
    KeyedNumbers second = Masks.KEY.hash("n").numbers("value");

    assertThat(IntStream.range(0, 100).map(i -> first.nextInt(7)).boxed().toList())
        .isEqualTo(IntStream.range(0, 100).map(i -> second.nextInt(7)).boxed().toList())
        .contains(0, 1, 2, 3, 4, 5, 6)
        .allMatch(number -> number >= 0 && number < 7);
  }

  private static String digest(MaskingKey key, String... purpose) {
    return HexFormat.of().formatHex(key.hash(purpose).digest("value"));
  }
}
