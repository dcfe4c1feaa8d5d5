package dev.goldenrod.cluster;

/**
 * The storage that a data plane keeps its volumes on, in bytes.
 *
 * @param usedBytes what is written there, by whatever program
 * @param freeBytes what can still be written
 */
public record StorageUse(long usedBytes, long freeBytes) {
  public StorageUse {
    if (usedBytes < 0 || freeBytes < 0) {
      throw new IllegalArgumentException(
          "%d bytes used and %d free are none of a storage".formatted(usedBytes, freeBytes));
    }
  }
}
