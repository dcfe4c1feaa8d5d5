package dev.goldenrod.masking.copy;

import dev.goldenrod.masking.KeyedHash;
import dev.goldenrod.masking.OversizedValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;

/**
 * The value of one column, held in memory up to a bound; of a larger value only its digest and its
 * beginning are held. Reused from row to row. Not thread-safe.
 */
final class HeldValue {
  private static final int HEAD = 1024;
  private static final int KEPT_CAPACITY = 1 << 20;

  private final KeyedHash hash;
  private final int bound;
  private byte[] bytes = new byte[HEAD];
  private int length;
  private boolean isNull;
  private @Nullable String text;
  private @Nullable Mac mac;
  private String head = "";
  private long total;

  /**
   * Creates an empty value.
   *
   * @param hash the digest of values above the bound
   * @param bound in bytes, without COPY's escapes
   */
  HeldValue(KeyedHash hash, int bound) {
    this.hash = hash;
    this.bound = bound;
  }

  /**
   * Reads a value and the delimiter after it.
   *
   * @param copy where the value's bytes are written as they are, or null
   * @return the tab or newline after the value, or {@link CopyInput#END}
   */
  int read(CopyInput in, @Nullable CopyOutput copy) throws IOException {
    reset();
    while (true) {
      int start = in.position;
      int at = endOfPlainBytes(in);
      boolean isComplete = isEmpty() && at - start <= bound && endsAt(in, at);
      if (isComplete) {
        text = new String(in.buffer, start, at - start, StandardCharsets.UTF_8);
      } else {
        append(in.buffer, start, at - start);
      }
      write(copy, in.buffer, start, at - start);
      in.position = at;
      int next = in.next();
      if (next != '\\') {
        if (next == CopyInput.END || next == '\t' || next == '\n') {
          return next;
        }
        in.position--;
        continue;
      }
      readEscape(in, copy);
    }
  }

  boolean isNull() {
    return isNull;
  }

  boolean isOversized() {
    return mac != null;
  }

  /** Returns the value, which is neither NULL nor oversized. */
  String text() {
    return text != null ? text : new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /** Returns what is known of an oversized value. Can be called once. */
  OversizedValue oversized() {
    if (mac == null) {
      throw new IllegalStateException("the value is not oversized");
    }
    return new OversizedValue(head, total, HexFormat.of().formatHex(mac.doFinal(), 0, 16));
  }

  private void reset() {
    if (bytes.length > KEPT_CAPACITY) {
      bytes = new byte[HEAD];
    }
    length = 0;
    isNull = false;
    text = null;
    mac = null;
    total = 0;
  }

  private boolean isEmpty() {
    return length == 0 && mac == null;
  }

  private static boolean endsAt(CopyInput in, int at) {
    return at < in.limit && in.buffer[at] != '\\';
  }

  private static int endOfPlainBytes(CopyInput in) {
    byte[] buffer = in.buffer;
    int at = in.position;
    while (at < in.limit && buffer[at] != '\t' && buffer[at] != '\n' && buffer[at] != '\\') {
      at++;
    }
    return at;
  }

  private void readEscape(CopyInput in, @Nullable CopyOutput copy) throws IOException {
    int letter = in.next();
    write(copy, '\\');
    if (letter == CopyInput.END) {
      return;
    }
    write(copy, letter);
    switch (letter) {
      case 'b' -> append('\b');
      case 'f' -> append('\f');
      case 'n' -> append('\n');
      case 'r' -> append('\r');
      case 't' -> append('\t');
      case 'v' -> append(0x0b);
      case 'x' -> append(number(in, copy, 16, 2, 'x', -1));
      case '0', '1', '2', '3', '4', '5', '6', '7' ->
          append(number(in, copy, 8, 2, letter, letter - '0'));
      case 'N' -> {
        isNull = isEmpty() && isDelimiter(in.peek());
        if (!isNull) {
          append('N');
        }
      }
      default -> append(letter);
    }
  }

  /**
   * Returns the byte that up to {@code most} further digits make.
   *
   * @param otherwise the byte if there is no digit
   * @param first the digits already read, or -1 for none
   */
  private static int number(
      CopyInput in, @Nullable CopyOutput copy, int radix, int most, int otherwise, int first)
      throws IOException {
    int number = first;
    for (int i = 0; i < most; i++) {
      int digit = Character.digit(in.peek(), radix);
      if (digit < 0) {
        break;
      }
      write(copy, in.next());
      number = Math.max(number, 0) * radix + digit;
    }
    return number < 0 ? otherwise : number;
  }

  private static boolean isDelimiter(int next) {
    return next == '\t' || next == '\n' || next == CopyInput.END;
  }

  private void append(int value) {
    append(new byte[] {(byte) value}, 0, 1);
  }

  private void append(byte[] source, int start, int count) {
    if (mac == null && count > bound - length) {
      startDigest();
    }
    if (mac != null) {
      mac.update(source, start, count);
      total += count;
      return;
    }
    if (count > bytes.length - length) {
      int capacity = Math.min(bound, Math.max(length + count, 2 * bytes.length));
      bytes = Arrays.copyOf(bytes, Math.max(capacity, length + count));
    }
    System.arraycopy(source, start, bytes, length, count);
    length += count;
  }

  private void startDigest() {
    mac = hash.newMac();
    mac.update(bytes, 0, length);
    total = length;
    head = new String(bytes, 0, Math.min(length, HEAD), StandardCharsets.UTF_8);
    bytes = new byte[HEAD];
    length = 0;
  }

  private static void write(@Nullable CopyOutput copy, byte[] source, int start, int count)
      throws IOException {
    if (copy != null) {
      copy.write(source, start, count);
    }
  }

  private static void write(@Nullable CopyOutput copy, int value) throws IOException {
    if (copy != null) {
      copy.write(value);
    }
  }
}
