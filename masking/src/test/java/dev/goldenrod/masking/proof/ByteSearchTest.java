package dev.goldenrod.masking.proof;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.masking.proof.ByteSearch.Match;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteSearchTest {
  private static final int BUFFER = 1 << 20;

  @Test
  void each_byte_string_is_found_at_its_first_place() throws IOException {
    List<Match> found =
        search("a canary, a nightingale, a canary", "canary", "parrot", "nightingale");

    assertThat(found).containsExactly(new Match(0, 2), new Match(2, 12));
  }

  @Test
  void byte_strings_inside_of_others_are_found_too() throws IOException {
    assertThat(search("xxabcdefghij", "abcdefghij", "cdef", "abcd", "ghij", "hijk"))
        .containsExactly(new Match(0, 2), new Match(1, 4), new Match(2, 2), new Match(3, 8));
  }

  @Test
  void a_search_finds_what_a_slow_one_finds() throws IOException {
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      byte[] text = letters(random, random.nextInt(400));
      List<byte[]> patterns = new ArrayList<>();
      for (int i = 0; i < 1 + random.nextInt(30); i++) {
        patterns.add(letters(random, 4 + random.nextInt(8)));
      }

      List<Match> found = ByteSearch.of(patterns).search(new ByteArrayInputStream(text));

      assertThat(found).as("round %d", round).isEqualTo(searchSlowly(text, patterns));
    }
  }

  @Test
  void byte_strings_across_the_borders_of_the_buffer_are_found() throws IOException {
    byte[] canary = "a canary that is longer than a window".getBytes(UTF_8);
    for (int offset = BUFFER - canary.length - 2; offset <= BUFFER + 2; offset++) {
      byte[] text = new byte[2 * BUFFER + 5];
      System.arraycopy(canary, 0, text, offset, canary.length);

      List<Match> found = ByteSearch.of(List.of(canary)).search(inSmallReads(text));

      assertThat(found).containsExactly(new Match(0, offset));
    }
  }

  @Test
  void ten_thousand_byte_strings_with_the_same_begin_are_told_apart() throws IOException {
    List<byte[]> patterns = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      patterns.add("customer-%05d@shop.example".formatted(i).getBytes(UTF_8));
    }
    String text = "customer-".repeat(10_000) + "customer-04711@shop.example";

    assertThat(ByteSearch.of(patterns).search(new ByteArrayInputStream(text.getBytes(UTF_8))))
        .containsExactly(new Match(4711, 90_000));
  }

  @Test
  void nothing_is_found_without_byte_strings_or_bytes() throws IOException {
    assertThat(search("anything")).isEmpty();
    assertThat(search("", "canary")).isEmpty();
  }

  @Test
  void short_byte_strings_are_refused_without_showing_them() {
    assertThatThrownBy(() -> search("text", "canary", "abc"))
        .hasMessage("byte string 1 has 3 bytes; a search takes 4 to 4096");
  }

  private static List<Match> search(String text, String... patterns) throws IOException {
    List<byte[]> bytes = List.of(patterns).stream().map(it -> it.getBytes(UTF_8)).toList();
    return ByteSearch.of(bytes).search(new ByteArrayInputStream(text.getBytes(UTF_8)));
  }

  private static byte[] letters(Random random, int length) {
    byte[] letters = new byte[length];
    for (int i = 0; i < length; i++) {
      letters[i] = (byte) ('a' + random.nextInt(2));
    }
    return letters;
  }

  private static List<Match> searchSlowly(byte[] text, List<byte[]> patterns) {
    List<Match> matches = new ArrayList<>();
    String all = new String(text, UTF_8);
    for (int i = 0; i < patterns.size(); i++) {
      String pattern = new String(patterns.get(i), UTF_8);
      int at = all.indexOf(pattern);
      if (at >= 0) {
        matches.add(new Match(i, at));
      }
    }
    return matches;
  }

  private static InputStream inSmallReads(byte[] text) {
    return new FilterInputStream(new ByteArrayInputStream(text)) {
      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        return super.read(bytes, offset, Math.min(length, 300_001));
      }
    };
  }
}
