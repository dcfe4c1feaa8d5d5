package dev.goldenrod.engine.postgres;

import dev.goldenrod.database.Resources;
import java.util.Map;
import java.util.TreeMap;

/** Server settings that depend on the resources of the server. */
final class ServerSizes {
  private static final int THOUSANDTHS = 1000;

  /** PostgreSQL's default. */
  private static final int MOST_HELPERS = 2;

  /** Four segments: with less, a server would write checkpoints all the time. */
  private static final int SMALLEST_WAL_MIB = 64;

  private ServerSizes() {}

  static Map<String, String> of(Resources resources) {
    Map<String, String> sizes = new TreeMap<>(ofMemory(resources.memoryMib()));
    if (resources.storageMib() > 0) {
      // WAL is part of the storage, and a server that cannot write it stops.
      int share = Math.max(resources.storageMib() / 8, SMALLEST_WAL_MIB);
      sizes.put("max_wal_size", mb(Math.min(resources.memoryMib(), share)));
    }
    if (resources.cpuMillis() > 0) {
      sizes.putAll(ofCores((resources.cpuMillis() + THOUSANDTHS - 1) / THOUSANDTHS));
    }
    return sizes;
  }

  /** Sizes that count for every connection grow with the square root of the memory. */
  private static Map<String, String> ofMemory(int mib) {
    double root = Math.sqrt(mib);
    return Map.of(
        "shared_buffers", mb(mib / 4),
        "effective_cache_size", mb(mib - mib / 4),
        "max_connections", Integer.toString((int) Math.round(root * 3.125)),
        "work_mem", mb((int) Math.round(root / 4)),
        "maintenance_work_mem", mb((int) Math.round(root * 4)),
        // Three workers run at a time, each of which would otherwise use maintenance_work_mem.
        "autovacuum_work_mem", mb((int) Math.round(root)),
        "max_wal_size", mb(mib),
        // Huge pages would stay reserved while the server is idle.
        "huge_pages", "off");
  }

  /** On one core, the workers of a query would only take turns. */
  private static Map<String, String> ofCores(int cores) {
    String helpers = Integer.toString(Math.min(cores - 1, MOST_HELPERS));
    return Map.of(
        "max_parallel_workers", Integer.toString(cores),
        "max_parallel_workers_per_gather", helpers,
        "max_parallel_maintenance_workers", helpers);
  }

  private static String mb(int count) {
    return count + "MB";
  }
}
