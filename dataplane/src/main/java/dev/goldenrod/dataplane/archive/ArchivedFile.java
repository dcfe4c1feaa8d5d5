package dev.goldenrod.dataplane.archive;

import java.util.Objects;

/**
 * A file of a snapshot that is to be archived.
 *
 * @param size bytes; 0 for all but plain files
 */
public record ArchivedFile(Kind kind, long size) {
  /** What there is in a data directory. */
  public enum Kind {
    PLAIN,
    FOLDER,
    /** A link, a device: nothing that an archive has. */
    OTHER
  }

  public ArchivedFile {
    Objects.requireNonNull(kind);
  }
}
