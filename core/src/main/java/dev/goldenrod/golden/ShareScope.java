package dev.goldenrod.golden;

import java.util.Locale;

/** Who sees a golden. */
public enum ShareScope {
  /** Admins only. */
  ADMIN,
  /** Every member of the organisation. */
  ORG;

  /** The name in the API: {@code admin} or {@code org}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
