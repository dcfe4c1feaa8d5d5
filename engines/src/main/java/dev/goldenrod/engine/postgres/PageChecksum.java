package dev.goldenrod.engine.postgres;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The checksum of a data page, as all supported releases compute it: 32 sums like FNV-1a, each of
 * every 32nd word of the page, combined with the page's number.
 */
final class PageChecksum {
  /** The size of a page, which PostgreSQL could be compiled to change. */
  static final int PAGE_BYTES = 8192;

  /** The offset of the checksum in a page, and its size. */
  static final int AT = 8;

  static final int BYTES = Short.BYTES;

  private static final int PRIME = 16_777_619;
  private static final int SHIFT = 17;

  /** No page has the checksum 0. */
  private static final int VALUES = 65_535;

  private static final int[] FIRST_SUMS = {
    0x5B1F36E9, 0xB8525960, 0x02AB50AA, 0x1DE66D2A, 0x79FF467A, 0x9BB9F8A3, 0x217E7CD2, 0x83E13D2C,
    0xF8D4474F, 0xE39EB970, 0x42C6AE16, 0x993216FA, 0x7B093B5D, 0x98DAFF3C, 0xF718902A, 0x0B1C9CDB,
    0xE58F764B, 0x187636BC, 0x5D7B3BB1, 0xE73DE7DE, 0x92BEC979, 0xCCA6C0B2, 0x304A0979, 0x85AA43D4,
    0x783125BB, 0x6CA8EAA2, 0xE407EAC6, 0x4B5CFC3E, 0x9FBF8C76, 0x15CA20BE, 0xF2CA9FD3, 0x959BD756,
  };

  private PageChecksum() {}

  /**
   * Computes the checksum of a page and writes it to the page.
   *
   * @param file the content of a relation's first file
   * @param block the number of the page, from 0
   */
  static void update(byte[] file, int block) {
    ByteBuffer page =
        ByteBuffer.wrap(file, block * PAGE_BYTES, PAGE_BYTES)
            .slice()
            .order(ByteOrder.nativeOrder());
    page.putShort(AT, (short) 0);
    page.putShort(AT, (short) (Integer.remainderUnsigned(sum(page) ^ block, VALUES) + 1));
  }

  private static int sum(ByteBuffer page) {
    int[] sums = FIRST_SUMS.clone();
    for (int word = 0; word < PAGE_BYTES / Integer.BYTES; word++) {
      int index = word % sums.length;
      sums[index] = mix(sums[index], page.getInt(word * Integer.BYTES));
    }
    int total = 0;
    for (int sum : sums) {
      total ^= mix(mix(sum, 0), 0);
    }
    return total;
  }

  private static int mix(int sum, int word) {
    int mixed = sum ^ word;
    return (mixed * PRIME) ^ (mixed >>> SHIFT);
  }
}
