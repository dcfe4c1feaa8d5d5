package dev.goldenrod.engine.postgres.imports.source;

import java.util.Set;

/** PostgreSQL's predefined roles. */
public final class PredefinedRoles {
  private static final String PREFIX = "pg_";

  /** Roles that only affect the database and its sessions. */
  private static final Set<String> INSIDE =
      Set.of(
          "pg_read_all_data",
          "pg_write_all_data",
          "pg_maintain",
          "pg_monitor",
          "pg_read_all_settings",
          "pg_read_all_stats",
          "pg_stat_scan_tables",
          "pg_signal_backend",
          "pg_signal_autovacuum_worker");

  private PredefinedRoles() {}

  /** Returns whether the role is predefined; users cannot create a role with such a name. */
  public static boolean isOne(String role) {
    return role.startsWith(PREFIX);
  }

  /** Returns whether a clone's user may be a member of the role. */
  public static boolean isSafe(String role) {
    return INSIDE.contains(role);
  }
}
