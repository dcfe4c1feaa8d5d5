package dev.goldenrod.engine.postgres;

import java.util.Map;

/** How a server divides the memory that it may use. */
final class PostgresSizes {
  private PostgresSizes() {}

  /** What grows with every connection grows with the square root of the memory. */
  static Map<String, String> settings(int memoryMib) {
    double root = Math.sqrt(memoryMib);
    return Map.of(
        "shared_buffers", mb(memoryMib / 4),
        "effective_cache_size", mb(memoryMib),
        "max_connections", Integer.toString((int) Math.round(root * 3.125)),
        "work_mem", mb((int) Math.round(root / 4)),
        "maintenance_work_mem", mb((int) Math.round(root * 4)),
        "max_wal_size", mb(memoryMib),
        // Reserved memory would be taken from the machine whether the server works or idles.
        "huge_pages", "off");
  }

  private static String mb(int count) {
    return count + "MB";
  }
}
