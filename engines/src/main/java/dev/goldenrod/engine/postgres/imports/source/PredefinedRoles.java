package dev.goldenrod.engine.postgres.imports.source;

import java.util.Set;

/** The roles that PostgreSQL brings itself. */
public final class PredefinedRoles {
  private static final String PREFIX = "pg_";

  /** Those that reach nothing but the database and its sessions. */
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

  /** Whether the role is PostgreSQL's own; no user can make one of such a name. */
  public static boolean isOne(String role) {
    return role.startsWith(PREFIX);
  }

  /** Whether a clone's user may have what that role has. */
  public static boolean isSafe(String role) {
    return INSIDE.contains(role);
  }
}
