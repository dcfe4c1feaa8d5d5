package dev.goldenrod.dataplane.local.imports;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * What could be values that PostgreSQL compressed with pglz in a file, one after the other: from
 * each place where one can begin, in live and dead rows and in chunks of TOAST tables alike.
 */
final class CompressedValues extends InputStream {
  private static final int PAGE = 8192;
  private static final int ALIGNMENT = 4;
  private static final int LEAST = 32;
  private static final int MOST = 16 << 10;

  private final InputStream pages;
  private InputStream decoded = nullInputStream();

  CompressedValues(InputStream pages) {
    this.pages = pages;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int read = decoded.read(buffer, offset, length);
    while (read < 0) {
      byte[] page = pages.readNBytes(PAGE);
      if (page.length == 0) {
        return -1;
      }
      decoded = new ByteArrayInputStream(decode(page));
      read = decoded.read(buffer, offset, length);
    }
    return read;
  }

  private static byte[] decode(byte[] page) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int start = 0; start < page.length - ALIGNMENT; start += ALIGNMENT) {
      byte[] value = decode(page, start);
      if (value.length >= LEAST) {
        all.writeBytes(value);
        all.write('\n');
      }
    }
    return all.toByteArray();
  }

  /** Decodes until the end of the page, or until it is clear that no value begins there. */
  static byte[] decode(byte[] page, int start) {
    byte[] value = new byte[MOST];
    int size = 0;
    int at = start;
    while (at < page.length) {
      int control = page[at++];
      for (int bit = 0; bit < Byte.SIZE && at < page.length && size < MOST; bit++) {
        if ((control >> bit & 1) == 0) {
          value[size++] = page[at++];
          continue;
        }
        if (at + 2 >= page.length) {
          return Arrays.copyOf(value, size);
        }
        int length = (page[at] & 0x0f) + 3;
        int distance = (page[at] & 0xf0) << 4 | page[at + 1] & 0xff;
        at += 2;
        if (length == 18) {
          length += page[at++] & 0xff;
        }
        if (distance == 0 || distance > size) {
          return Arrays.copyOf(value, size);
        }
        for (int i = 0; i < length && size < MOST; i++, size++) {
          value[size] = value[size - distance];
        }
      }
      if (size == MOST || size <= Byte.SIZE && isZero(value, size)) {
        break;
      }
    }
    return Arrays.copyOf(value, size);
  }

  private static boolean isZero(byte[] value, int size) {
    for (int i = 0; i < size; i++) {
      if (value[i] != 0) {
        return false;
      }
    }
    return true;
  }
}
