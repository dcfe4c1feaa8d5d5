package dev.goldenrod.cluster;

/**
 * The use of the storage that a data plane keeps its volumes on, in bytes.
 *
 * @param usedBytes bytes in use, written by any program
 * @param freeBytes bytes that can still be written
 */
public record StorageUse(long usedBytes, long freeBytes) {
  private static final long LEAST_FREE = 1L << 30;
  private static final int LEAST_SHARE = 50;

  public StorageUse {
    if (usedBytes < 0 || freeBytes < 0) {
      throw new IllegalArgumentException(
          "used and free bytes must not be negative: %d and %d".formatted(usedBytes, freeBytes));
    }
  }

  /** Returns whether less than 1 GiB, or 2 % of the storage if that is less, is free. */
  public boolean hasTooLittleFree() {
    return freeBytes < Math.min(LEAST_FREE, (usedBytes + freeBytes) / LEAST_SHARE);
  }
}
