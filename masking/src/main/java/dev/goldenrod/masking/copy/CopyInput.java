package dev.goldenrod.masking.copy;

import java.io.IOException;
import java.io.InputStream;

/** A buffered input stream whose buffer can be scanned. Not thread-safe. */
final class CopyInput {
  static final int END = -1;

  final byte[] buffer;
  int position;
  int limit;
  private final InputStream in;
  private long bytes;

  CopyInput(InputStream in, int size) {
    this.in = in;
    this.buffer = new byte[size];
  }

  /** Replaces the buffer's content by what comes next; returns false at the end of the stream. */
  boolean fill() throws IOException {
    position = 0;
    limit = 0;
    return readMore();
  }

  /** Returns the next byte without consuming it, or {@link #END}. */
  int peek() throws IOException {
    return position < limit || fill() ? buffer[position] & 0xff : END;
  }

  /** Consumes and returns the next byte, or returns {@link #END}. */
  int next() throws IOException {
    int next = peek();
    if (next != END) {
      position++;
    }
    return next;
  }

  /** Returns whether the next bytes are these, without consuming them. */
  boolean startsWith(byte... expected) throws IOException {
    while (limit - position < expected.length) {
      System.arraycopy(buffer, position, buffer, 0, limit - position);
      limit -= position;
      position = 0;
      if (!readMore()) {
        return false;
      }
    }
    for (int i = 0; i < expected.length; i++) {
      if (buffer[position + i] != expected[i]) {
        return false;
      }
    }
    return true;
  }

  /** Returns the number of bytes read from the stream. */
  long bytes() {
    return bytes;
  }

  private boolean readMore() throws IOException {
    int read = in.read(buffer, limit, buffer.length - limit);
    if (read <= 0) {
      return false;
    }
    limit += read;
    bytes += read;
    return true;
  }
}
