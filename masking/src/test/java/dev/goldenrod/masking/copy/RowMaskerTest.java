package dev.goldenrod.masking.copy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.goldenrod.masking.ColumnMask;
import dev.goldenrod.masking.ColumnMask.Keep;
import dev.goldenrod.masking.ColumnMask.Mask;
import dev.goldenrod.masking.Masks;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.TableMask;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.schema.TableName;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowMaskerTest {
  private static final TableName TABLE = new TableName("shop", "people");
  private static final ColumnMask KEPT = new Keep("kept");
  private static final ColumnMask SAME = new Mask("same", (value, row) -> value);
  private static final ColumnMask BRACED = new Mask("braced", (value, row) -> "<" + value + ">");
  private static final int SMALL_BOUND = 2000;

  @Test
  void masks_some_columns_and_passes_others() throws Exception {
    assertThat(mask("1\ta\tx\n2\tb\ty\n", KEPT, BRACED, new Keep("other")))
        .isEqualTo("1\t<a>\tx\n2\t<b>\ty\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\\\\", "\\b\\f\\n\\r\\t\\v", "a\\tb", "\\N\\N", "ä€😀", "", "\\\\N", "\\\\."})
  void a_value_is_the_same_after_it_was_read_and_written(String written) throws Exception {
    String row = written + "\t" + written + "\n";

    assertThat(mask(row, KEPT, SAME)).isEqualTo(written.equals("\\N\\N") ? "\\N\\N\tNN\n" : row);
  }

  @ParameterizedTest
  @CsvSource({
    "\\101,<A>",
    "\\x41,<A>",
    "\\x4,<\u0004>",
    "\\xg,<xg>",
    "\\1012,<A2>",
    "\\q,<q>",
    "\\0,<\u0000>"
  })
  void reads_escapes_that_postgresql_reads(String written, String masked) throws Exception {
    assertThat(mask(written + "\n", BRACED)).isEqualTo(masked + "\n");
  }

  @Test
  void a_backslash_before_a_delimiter_belongs_to_the_value() throws Exception {
    assertThat(mask("a\\\tb\tc\\\nd\n", KEPT, BRACED)).isEqualTo("a\\\tb\t<c\\nd>\n");
  }

  @Test
  void null_stays_null_unless_the_transformer_says_otherwise() throws Exception {
    Transformer replacing = Masks.text("constant", Map.of("value", "none", "nulls", true));

    assertThat(mask("\\N\t\\N\t\\N\n", KEPT, BRACED, new Mask("replaced", replacing)))
        .isEqualTo("\\N\t\\N\tnone\n");
  }

  @Test
  void a_transformer_can_return_null() throws Exception {
    assertThat(mask("a\n", new Mask("gone", (value, row) -> null))).isEqualTo("\\N\n");
  }

  @Test
  void the_result_does_not_depend_on_how_the_bytes_arrive() throws Exception {
    String rows = "1\ta\\tb\\\\\tö\\\tü\n\\N\t\\N\t\\x41\n".repeat(50);
    ColumnMask[] columns = {KEPT, BRACED, new Keep("other")};
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    InputStream trickle =
        new SequenceInputStream(
            Collections.enumeration(
                rows.chars()
                    .mapToObj(letter -> (InputStream) bytes(String.valueOf((char) letter)))
                    .toList()));

    masker(columns).copy(trickle, out);

    assertThat(out.toString(UTF_8)).isEqualTo(mask(rows, columns));
  }

  @Test
  void values_across_the_ends_of_buffers_are_whole() throws Exception {
    String value = "0123456789\\\\\\t".repeat(20_000);
    TableMask table = new TableMask(TABLE, List.of(KEPT, SAME));
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    new RowMasker(table, Masks.KEY).copy(bytes(value + "\t" + value + "\n"), out);

    assertThat(out.toString(UTF_8).equals(value + "\t" + value + "\n")).isTrue();
  }

  @Test
  void a_value_above_the_bound_is_represented_by_its_digest() throws Exception {
    String large = "secret ".repeat(SMALL_BOUND);
    ColumnMask hash = new Mask("hash", Masks.text("hash", Map.of()));
    ColumnMask redacted = new Mask("text", Masks.text("text", Map.of()));

    String masked = mask(large + "\t" + large + "\t" + large + "\n", hash, BRACED, redacted);

    assertThat(masked).matches("[0-9a-f]{32}\t<[0-9a-f]{32}>\tredacted\n");
    assertThat(mask(large + "\t" + large + "\t" + large + "\n", hash, BRACED, redacted))
        .isEqualTo(masked);
    assertThat(mask(large + "!\t" + large + "!\t\n", hash, BRACED, redacted))
        .doesNotContain(masked.substring(0, 32));
  }

  @Test
  void memory_is_bounded_for_rows_that_are_not() throws Exception {
    long size = 300L << 20;
    InputStream row =
        new SequenceInputStream(
            new SequenceInputStream(new Repeated(size), bytes("\t")),
            new SequenceInputStream(new Repeated(size / 10), bytes("\n")));

    RowMasker masker = masker(KEPT, BRACED);
    long before = allocated();

    CopyProgress copied = masker.copy(row, OutputStream.nullOutputStream());

    assertThat(allocated() - before).isLessThan(8 << 20);
    assertThat(copied.rows()).isEqualTo(1);
    assertThat(copied.bytesWritten()).isEqualTo(size + 1 + 34 + 1);
  }

  @Test
  void a_transformer_sees_the_originals_of_the_columns_that_it_reads() throws Exception {
    ColumnMask reading = new Mask("reading", new Reading("kept", "masked", "large"));
    ColumnMask masked = new Mask("masked", (value, row) -> "gone");
    String large = "x".repeat(SMALL_BOUND + 1);

    String copied =
        mask(
            "a\\tb\tc\t" + large + "\td\n\\N\t\\N\t\\N\te\n",
            KEPT,
            masked,
            new Keep("large"),
            reading);

    assertThat(copied.split("\n")[0])
        .matches("a\\\\tb\tgone\tx+\td of \\[a\\\\tb, c, [0-9a-f]{32}]");
    assertThat(copied.split("\n")[1]).isEqualTo("\\N\t\\N\t\\N\te of [null, null, null]");
  }

  @ParameterizedTest
  @CsvSource({
    "a\\tb\\nsecret\\n,2,it has fewer columns than the 2 of the rules",
    "a\\tb\\tsecret\\n,1,it has more columns than the 2 of the rules",
    "a\\tsecret,1,the rows end within this one",
    "secret,1,the rows end within this one",
    "secret\\,1,the rows end within this one",
    "a\\tsecret\\,1,the rows end within this one",
    "a\\tb\\n\\.\\nsecret\\tc\\n,2,there is data after the end marker"
  })
  void other_rows_than_expected_fail_the_copy(String rows, long row, String problem) {
    String text = rows.replace("\\t", "\t").replace("\\n", "\n");

    assertThatThrownBy(() -> mask(text, KEPT, BRACED))
        .isInstanceOf(CopyException.class)
        .hasMessage("table shop.people, row %d: %s", row, problem)
        .hasMessageNotContaining("secret");
  }

  @Test
  void what_a_failed_transformer_says_is_not_shown() {
    ColumnMask failing =
        new Mask(
            "age",
            (value, row) -> {
              throw new NumberFormatException("For input string: " + value);
            });

    assertThatThrownBy(() -> mask("secret\n", failing))
        .isInstanceOf(CopyException.class)
        .hasNoCause()
        .hasMessage(
            "table shop.people, row 1: the transformer of column 'age' failed with "
                + "java.lang.NumberFormatException");
  }

  @Test
  void an_end_marker_ends_the_rows() throws Exception {
    assertThat(mask("a\n\\.\n", BRACED)).isEqualTo("<a>\n");
    assertThat(mask("a\n\\.", BRACED)).isEqualTo("<a>\n");
  }

  @Test
  void a_table_without_copied_columns_has_empty_rows() throws Exception {
    assertThat(mask("\n\n")).isEqualTo("\n\n");
    assertThatThrownBy(() -> mask("a\n")).isInstanceOf(CopyException.class);
  }

  @Test
  void counts_rows_and_bytes() throws Exception {
    RowMasker masker = masker(BRACED);

    masker.copy(bytes("a\n\\N\n"), OutputStream.nullOutputStream());

    assertThat(masker.progress()).isEqualTo(new CopyProgress(2, 5, 7));
  }

  @Test
  void an_observer_sees_originals_and_masks() throws Exception {
    List<String> seen = new ArrayList<>();
    TableMask table = new TableMask(TABLE, List.of(KEPT, BRACED));
    ValueObserver observer =
        (column, original, masked) -> seen.add(column + " " + original + " " + masked);

    new RowMasker(table, Masks.KEY, observer, SMALL_BOUND)
        .copy(bytes("1\ta\n2\t\\N\n"), OutputStream.nullOutputStream());

    assertThat(seen).containsExactly("braced a <a>");
  }

  /** Returns how many bytes this thread has ever allocated. */
  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  private static String mask(String rows, ColumnMask... columns) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    masker(columns).copy(bytes(rows), out);
    return out.toString(UTF_8);
  }

  private static RowMasker masker(ColumnMask... columns) {
    TableMask table = new TableMask(TABLE, List.of(columns));
    return new RowMasker(table, Masks.KEY, ValueObserver.NONE, SMALL_BOUND);
  }

  private static ByteArrayInputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }

  private record Reading(String... columns) implements Transformer {
    @Override
    public String mask(String value, Row row) {
      List<String> read = new ArrayList<>();
      for (String column : columns) {
        read.add(row.value(column));
      }
      return value + " of " + read;
    }

    @Override
    public Set<String> reads() {
      return Set.of(columns);
    }
  }

  /** The letter x, many times. */
  private static final class Repeated extends InputStream {
    private long left;

    Repeated(long left) {
      this.left = left;
    }

    @Override
    public int read() {
      return left-- > 0 ? 'x' : -1;
    }

    @Override
    public int read(byte[] buffer, int start, int length) {
      if (left <= 0) {
        return -1;
      }
      int count = (int) Math.min(length, left);
      Arrays.fill(buffer, start, start + count, (byte) 'x');
      left -= count;
      return count;
    }
  }
}
