package dev.goldenrod.database;

import java.util.Objects;

/**
 * One part of an archive.
 *
 * @param bytes a gzip member; the record does not copy the array
 * @param parts the number of parts of the whole archive
 */
public record ArchivePart(byte[] bytes, int parts) {
  public ArchivePart {
    Objects.requireNonNull(bytes);
  }
}
