package dev.goldenrod.dataplane.archive;

import java.util.Objects;

/** A file of a snapshot that is exported. Its size, in bytes, is 0 except for plain files. */
public record ArchivedFile(Kind kind, long size) {
  public enum Kind {
    PLAIN,
    FOLDER,
    /** A link or a device, for example: archives cannot contain it. */
    OTHER
  }

  public ArchivedFile {
    Objects.requireNonNull(kind);
  }
}
