package dev.goldenrod.masking.copy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A buffered output stream that escapes values as COPY does. Not thread-safe. */
final class CopyOutput {
  /** The letter after the backslash by byte, or 0 for bytes that are written as they are. */
  private static final byte[] ESCAPES = new byte[256];

  static {
    ESCAPES['\b'] = 'b';
    ESCAPES['\f'] = 'f';
    ESCAPES['\n'] = 'n';
    ESCAPES['\r'] = 'r';
    ESCAPES['\t'] = 't';
    ESCAPES[0x0b] = 'v';
    ESCAPES['\\'] = '\\';
  }

  private final OutputStream out;
  private final byte[] buffer;
  private int length;
  private long bytes;

  CopyOutput(OutputStream out, int size) {
    this.out = out;
    this.buffer = new byte[size];
  }

  void write(int value) throws IOException {
    if (length == buffer.length) {
      drain();
    }
    buffer[length++] = (byte) value;
  }

  void write(byte[] source, int start, int count) throws IOException {
    if (count > buffer.length - length) {
      drain();
    }
    if (count > buffer.length) {
      out.write(source, start, count);
      bytes += count;
      return;
    }
    System.arraycopy(source, start, buffer, length, count);
    length += count;
  }

  void writeNull() throws IOException {
    write('\\');
    write('N');
  }

  void writeEscaped(String value) throws IOException {
    byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
    int start = 0;
    for (int at = 0; at < encoded.length; at++) {
      byte escape = ESCAPES[encoded[at] & 0xff];
      if (escape != 0) {
        write(encoded, start, at - start);
        write('\\');
        write(escape);
        start = at + 1;
      }
    }
    write(encoded, start, encoded.length - start);
  }

  /** Writes and flushes everything. */
  void flush() throws IOException {
    drain();
    out.flush();
  }

  /** Overwrites the buffer, which may hold originals of kept columns. */
  void clear() {
    Arrays.fill(buffer, (byte) 0);
    length = 0;
  }

  /** Returns the number of bytes written to the stream. */
  long bytes() {
    return bytes;
  }

  private void drain() throws IOException {
    out.write(buffer, 0, length);
    bytes += length;
    length = 0;
  }
}
