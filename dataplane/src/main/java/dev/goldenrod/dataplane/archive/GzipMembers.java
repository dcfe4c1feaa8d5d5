package dev.goldenrod.dataplane.archive;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Decompresses concatenated gzip members up to the end of the stream. Unlike {@link
 * java.util.zip.GZIPInputStream}, it does not take a member for the last one when the stream has no
 * bytes available, and does not recurse for empty members, which are refused like any header with
 * optional fields. Not thread-safe.
 */
final class GzipMembers extends InputStream {
  private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0};
  private static final int HEADER_BYTES = 10;
  private static final int TRAILER_BYTES = 8;
  private static final int BUFFER_BYTES = 1 << 17;

  private final InputStream packed;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int at;
  private int end;
  private boolean isInMember;
  private boolean isFirst = true;

  /** Creates a stream that closes {@code packed} when it is closed. */
  GzipMembers(InputStream packed) {
    this.packed = packed;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (isInMember || begin()) {
      int count = inflate(target, from, length);
      if (count > 0) {
        crc.update(target, from, count);
        return count;
      }
      endMember();
    }
    return -1;
  }

  /** Returns false at the end of the stream. */
  private boolean begin() throws IOException {
    if (at == end && !fill()) {
      if (isFirst) {
        throw new EOFException();
      }
      return false;
    }
    byte[] header = exactly(HEADER_BYTES);
    if (!Arrays.equals(Arrays.copyOf(header, HEADER.length), HEADER)) {
      throw new ZipException(
          isFirst ? "not in gzip format" : "unexpected data follows a gzip member");
    }
    inflater.reset();
    crc.reset();
    isFirst = false;
    isInMember = true;
    return true;
  }

  /** Returns the number of decompressed bytes, at least 1, or 0 at the end of the member. */
  private int inflate(byte[] target, int from, int length) throws IOException {
    try {
      while (true) {
        int count = inflater.inflate(target, from, length);
        if (count > 0 || inflater.finished()) {
          return count;
        }
        if (inflater.needsDictionary()) {
          throw new ZipException("a gzip member needs a dictionary");
        }
        feed();
      }
    } catch (DataFormatException e) {
      throw new ZipException(String.valueOf(e.getMessage()));
    }
  }

  private void feed() throws IOException {
    if (at == end && !fill()) {
      throw new EOFException();
    }
    inflater.setInput(buffer, at, end - at);
    at = end;
  }

  private void endMember() throws IOException {
    at = end - inflater.getRemaining();
    byte[] trailer = exactly(TRAILER_BYTES);
    if (inflater.getBytesWritten() == 0) {
      throw new ZipException("a gzip member is empty");
    }
    if (number(trailer, 0) != crc.getValue()
        || number(trailer, 4) != (inflater.getBytesWritten() & 0xffffffffL)) {
      throw new ZipException("the checksum of a gzip member does not match");
    }
    isInMember = false;
  }

  private static long number(byte[] bytes, int at) {
    long number = 0;
    for (int i = 3; i >= 0; i--) {
      number = number << 8 | bytes[at + i] & 0xff;
    }
    return number;
  }

  private byte[] exactly(int length) throws IOException {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      if (at == end && !fill()) {
        throw new EOFException();
      }
      bytes[i] = buffer[at++];
    }
    return bytes;
  }

  /** Returns false at the end of the stream. */
  private boolean fill() throws IOException {
    at = 0;
    end = Math.max(0, packed.read(buffer, 0, buffer.length));
    return end > 0;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    packed.close();
  }
}
