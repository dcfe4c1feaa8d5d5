package dev.goldenrod.source;

import java.util.Locale;
import java.util.Optional;

/** The kinds of sources. Only {@link #RDS} can be imported. */
public enum SourceKind {
  RDS,
  S3;

  /** Returns the name in the API: {@code rds} or {@code s3}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the kind with the given name in the API; empty if there is none. */
  public static Optional<SourceKind> parse(String wireName) {
    for (SourceKind kind : values()) {
      if (kind.wireName().equals(wireName)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
