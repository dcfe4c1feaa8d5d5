package dev.goldenrod.database;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The limits of a database on its machine.
 *
 * @param memoryMib the memory that its server is configured to use, in MiB; positive
 * @param storageMib the limit of its own files, in MiB; 0 for no limit
 * @param cpuMillis the processor time of its processes, in thousandths of a core; 0 for no limit
 */
public record Resources(int memoryMib, int storageMib, int cpuMillis) {
  private static final int MIB_PER_GIB = 1024;
  private static final int MILLIS_PER_CORE = 1000;

  public Resources {
    if (memoryMib <= 0) {
      throw new IllegalArgumentException("memory must be positive, not " + memoryMib + " MiB");
    }
    if (storageMib < 0) {
      throw new IllegalArgumentException("storage must not be negative: " + storageMib + " MiB");
    }
    if (cpuMillis < 0) {
      throw new IllegalArgumentException(
          "cpu must not be negative: " + cpuMillis + " thousandths of a core");
    }
  }

  /** Returns a copy with the given memory. */
  public Resources withMemory(int mib) {
    return new Resources(mib, storageMib, cpuMillis);
  }

  /**
   * Returns a sentence for people that names which of the wanted resources a server started with
   * these ones has only after a restart. Empty when it has all of the wanted memory and processor
   * time. A change of storage needs no restart.
   */
  public String untilRestart(Resources wanted) {
    List<String> late = new ArrayList<>();
    if (memoryMib != wanted.memoryMib) {
      late.add("memory %s (now %s)".formatted(mebibytes(wanted.memoryMib), mebibytes(memoryMib)));
    }
    if (cpuMillis != wanted.cpuMillis) {
      late.add("cpu %s (now %s)".formatted(cores(wanted.cpuMillis), cores(cpuMillis)));
    }
    return late.isEmpty() ? "" : "after its next restart: " + String.join(" and ", late);
  }

  /** Formats an amount of memory or storage, as in {@code 512m} or {@code 1g}. */
  public static String mebibytes(int mib) {
    return mib % MIB_PER_GIB == 0 ? mib / MIB_PER_GIB + "g" : mib + "m";
  }

  /** Formats thousandths of a core, as in {@code 0.5} or {@code 2}; 0 as having no limit. */
  public static String cores(int millis) {
    if (millis == 0) {
      return "unlimited";
    }
    return millis % MILLIS_PER_CORE == 0
        ? Integer.toString(millis / MILLIS_PER_CORE)
        : String.format(Locale.ROOT, "%.1f", millis / (double) MILLIS_PER_CORE);
  }
}
