package dev.goldenrod.golden;

import java.util.Locale;

/** Whether a version can be cloned. */
public enum VersionStatus {
  /** An import is building it. */
  RESERVED,
  /** It is registered and immutable. */
  READY;

  /** The name in the API: {@code reserved} or {@code ready}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
