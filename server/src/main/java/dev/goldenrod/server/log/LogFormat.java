package dev.goldenrod.server.log;

import java.util.Locale;

public enum LogFormat {
  /** Text for people; the stack trace of an exception follows on separate lines. */
  TEXT,
  /** One JSON object a line, for log collectors. */
  JSON;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
