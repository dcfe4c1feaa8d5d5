package dev.goldenrod.golden;

import java.util.Locale;

/** Which members see a golden. */
public enum ShareScope {
  ADMIN,
  /** Every member of the organization. */
  ORG;

  /** Returns the name in the API: {@code admin} or {@code org}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
