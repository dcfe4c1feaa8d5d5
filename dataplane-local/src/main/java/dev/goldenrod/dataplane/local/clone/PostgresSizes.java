package dev.goldenrod.dataplane.local.clone;

import dev.goldenrod.instance.InstanceSize;
import java.util.Map;

/** How much of the machine a PostgreSQL clone of each size takes. */
final class PostgresSizes {
  private PostgresSizes() {}

  static Map<String, String> settings(InstanceSize size) {
    return switch (size) {
      case SMALL -> settings("64MB", "256MB", "50", "4MB", "64MB", "256MB");
      case MEDIUM -> settings("256MB", "1GB", "100", "8MB", "128MB", "1GB");
      case LARGE -> settings("1GB", "4GB", "200", "16MB", "256MB", "4GB");
    };
  }

  private static Map<String, String> settings(
      String buffers, String cache, String connections, String work, String upkeep, String wal) {
    return Map.of(
        "shared_buffers", buffers,
        "effective_cache_size", cache,
        "max_connections", connections,
        "work_mem", work,
        "maintenance_work_mem", upkeep,
        "max_wal_size", wal,
        // Reserved memory would be taken from the machine whether the clone works or idles.
        "huge_pages", "off");
  }
}
