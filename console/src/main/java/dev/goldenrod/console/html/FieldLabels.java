package dev.goldenrod.console.html;

import java.util.Map;

/** The names of fields as forms show them, for errors that name a field as the API does. */
public final class FieldLabels {
  private static final Map<String, String> LABELS =
      Map.ofEntries(
          Map.entry("cpu", "CPU cores"),
          Map.entry("cron", "times"),
          Map.entry("days", "valid for"),
          Map.entry("dbname", "database"),
          Map.entry("email", "email address"),
          Map.entry("golden_version", "version"),
          Map.entry("in_total", "clones of all members together"),
          Map.entry("keep", "keep the newest"),
          Map.entry("major", "version of PostgreSQL"),
          Map.entry("per_member", "clones of each member"),
          Map.entry("pg_major", "version of PostgreSQL"),
          Map.entry("repeated", "new password again"),
          Map.entry("scoped_creds_ref", "name of the secret"),
          Map.entry("secret", "name of the secret"),
          Map.entry("size_bytes", "size"),
          Map.entry("source_id", "source"),
          Map.entry("sslmode", "encryption"),
          Map.entry("substrate", "engine"),
          Map.entry("target", "clones to keep ready"),
          Map.entry("ttl", "time to live"),
          Map.entry("username", "user"),
          Map.entry("vsc_handle", "handle"));

  private FieldLabels() {}

  /** Returns the label of a field of a form or of the API. */
  public static String of(String field) {
    String name = field.replaceFirst("^config\\.", "");
    return LABELS.getOrDefault(name, name.replace('_', ' '));
  }
}
