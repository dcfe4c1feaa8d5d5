package dev.goldenrod.golden;

import java.util.Locale;

/** The status of a golden version. */
public enum VersionStatus {
  /** An import is building the version. */
  RESERVED,
  /** The version is registered and immutable. */
  READY;

  /** Returns the name in the API: {@code reserved} or {@code ready}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
