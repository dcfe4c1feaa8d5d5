package dev.goldenrod.dataplane.local.cgroup;

import dev.goldenrod.database.Resources;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What a control group can limit. */
public enum Controller {
  /**
   * Memory, that of file pages included, which the system takes back first. No swap: a database
   * over its limit would slow down the disk of all.
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

  /** Processor time, in each tenth of a second. */
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

  /** The system's name of it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether a database with those resources has a limit of that kind. */
  abstract boolean isLimited(Resources resources);

  /**
   * What stands in the group's files, in that order; a file that is not there is of a feature that
   * the system lacks.
   */
  abstract Map<String, String> files(Resources resources, boolean unified);

  /**
   * Bytes: what the server is told to use, a quarter more for what each session and the system keep
   * for it, which no setting bounds, and the server's own programs.
   */
  static long hardLimit(int memoryMib) {
    return (memoryMib + memoryMib / 4 + PROGRAMS_MIB) * MEBIBYTE;
  }
}
