package dev.goldenrod.cluster;

/**
 * The storage that a data plane keeps its volumes on, in bytes.
 *
 * @param usedBytes what is written there, by whatever program
 * @param freeBytes what can still be written
 */
public record StorageUse(long usedBytes, long freeBytes) {
  private static final long LEAST_FREE = 1L << 30;
  private static final int LEAST_SHARE = 50;

  public StorageUse {
    if (usedBytes < 0 || freeBytes < 0) {
      throw new IllegalArgumentException(
          "%d bytes used and %d free are none of a storage".formatted(usedBytes, freeBytes));
    }
  }

  /** Whether too little is left for anything new: less than 1 GiB, or 2 % if that is less. */
  public boolean hasTooLittleFree() {
    return freeBytes < Math.min(LEAST_FREE, (usedBytes + freeBytes) / LEAST_SHARE);
  }
}
