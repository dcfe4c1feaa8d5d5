package dev.goldenrod.instance;

import java.util.Locale;

/** The desired state of an instance; absent instances are deleted. */
public enum DesiredState {
  PRESENT,
  ABSENT;

  /** Returns the name in the API: {@code present} or {@code absent}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
