package dev.goldenrod.http.testkit;

final class Durations {
  static final String SYNTAX = "ttl must be a duration such as 8h, 90m, 1h30m or 7d";

  private Durations() {}
}
