package dev.goldenrod.database;

import java.util.Objects;

/**
 * One part of an archive.
 *
 * @param bytes a gzip member, which the record does not copy
 * @param parts how many the archive has
 */
public record ArchivePart(byte[] bytes, int parts) {
  public ArchivePart {
    Objects.requireNonNull(bytes);
  }
}
