package dev.goldenrod.server.log;

import java.util.Locale;

/** How events are written. */
public enum LogFormat {
  /** For people; the trace of an exception follows on lines of its own. */
  TEXT,
  /** For collectors: an object a line. */
  JSON;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
