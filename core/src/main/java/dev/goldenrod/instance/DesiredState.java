package dev.goldenrod.instance;

import java.util.Locale;

/** What an instance is to be brought to. */
public enum DesiredState {
  PRESENT,
  ABSENT;

  /** The name in the API: {@code present} or {@code absent}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
