package dev.goldenrod.dataplane.local.cgroup;

import dev.goldenrod.database.Resources;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A cgroup controller that limits databases. */
public enum CgroupController {
  /**
   * Memory including the page cache, which the kernel reclaims first. Swap is not allowed: a
   * database over its limit would slow down the disk for all others.
   */
  MEMORY {
    @Override
    boolean isLimited(Resources resources) {
      return true;
    }

    @Override
    Map<String, String> files(Resources resources, boolean unified) {
      String bytes = Long.toString(hardLimit(resources.memoryMib()));
      Map<String, String> files = new LinkedHashMap<>();
      files.put(unified ? "memory.max" : "memory.limit_in_bytes", bytes);
      files.put(unified ? "memory.swap.max" : "memory.memsw.limit_in_bytes", unified ? "0" : bytes);
      return files;
    }
  },

  /** Processor time, per period of 100 milliseconds. */
  CPU {
    @Override
    boolean isLimited(Resources resources) {
      return resources.cpuMillis() > 0;
    }

    @Override
    Map<String, String> files(Resources resources, boolean unified) {
      String quota = Integer.toString(resources.cpuMillis() * (PERIOD_MICROS / 1000));
      Map<String, String> files = new LinkedHashMap<>();
      if (unified) {
        files.put("cpu.max", quota + " " + PERIOD_MICROS);
      } else {
        files.put("cpu.cfs_period_us", Integer.toString(PERIOD_MICROS));
        files.put("cpu.cfs_quota_us", quota);
      }
      return files;
    }
  };

  private static final int PERIOD_MICROS = 100_000;
  private static final long MEBIBYTE = 1 << 20;
  private static final long PROGRAMS_MIB = 64;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  abstract boolean isLimited(Resources resources);

  /**
   * Returns the values of the group's files in the order of writing. A missing file belongs to a
   * feature that the kernel lacks.
   */
  abstract Map<String, String> files(Resources resources, boolean unified);

  /**
   * Returns the limit in bytes: the server's configured memory, a quarter more for session and
   * kernel memory that no setting bounds, and a constant for auxiliary programs.
   */
  static long hardLimit(int memoryMib) {
    return (memoryMib + memoryMib / 4 + PROGRAMS_MIB) * MEBIBYTE;
  }
}
