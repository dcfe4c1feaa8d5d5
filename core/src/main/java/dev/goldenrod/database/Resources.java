package dev.goldenrod.database;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How much of a machine a database may use.
 *
 * @param memoryMib how much memory its server is told to use, in MiB; positive
 * @param storageMib how much its own files may take, in MiB; 0 for no limit
 * @param cpuMillis how much processor time its processes get, in thousandths of a core; 0 for no
 *     limit
 */
public record Resources(int memoryMib, int storageMib, int cpuMillis) {
  private static final int MIB_PER_GIB = 1024;
  private static final int MILLIS_PER_CORE = 1000;

  public Resources {
    if (memoryMib <= 0) {
      throw new IllegalArgumentException("memory of " + memoryMib + " MiB");
    }
    if (storageMib < 0) {
      throw new IllegalArgumentException("storage of " + storageMib + " MiB");
    }
    if (cpuMillis < 0) {
      throw new IllegalArgumentException("cpu of " + cpuMillis + " thousandths");
    }
  }

  /** The same with another memory. */
  public Resources withMemory(int mib) {
    return new Resources(mib, storageMib, cpuMillis);
  }

  /**
   * What a server that was started with these has of the wanted ones only after a restart, for
   * people; empty when it has all of their memory and processor time. Storage needs none.
   */
  public String untilRestart(Resources wanted) {
    List<String> late = new ArrayList<>();
    if (memoryMib != wanted.memoryMib) {
      late.add("memory %s (now %s)".formatted(mebibytes(wanted.memoryMib), mebibytes(memoryMib)));
    }
    if (cpuMillis != wanted.cpuMillis) {
      late.add("cpu %s (now %s)".formatted(cores(wanted.cpuMillis), cores(cpuMillis)));
    }
    return late.isEmpty() ? "" : "from its next restart on it has " + String.join(" and ", late);
  }

  /** That many MiB, as in {@code 512m} or {@code 1g}. */
  public static String mebibytes(int mib) {
    return mib % MIB_PER_GIB == 0 ? mib / MIB_PER_GIB + "g" : mib + "m";
  }

  /**
   * That many thousandths of a core, as in {@code 0.5} or {@code 2}; for 0 that there is no limit.
   */
  public static String cores(int millis) {
    if (millis == 0) {
      return "without a limit";
    }
    return millis % MILLIS_PER_CORE == 0
        ? Integer.toString(millis / MILLIS_PER_CORE)
        : String.format(Locale.ROOT, "%.1f", millis / (double) MILLIS_PER_CORE);
  }
}
