package dev.goldenrod.database;

/**
 * How much of a machine a database may use.
 *
 * @param memoryMib how much memory its server is told to use, in MiB; positive
 * @param storageMib how much its own files may take, in MiB; 0 for no limit
 * @param cpuMillis how much processor time its processes get, in thousandths of a core; 0 for no
 *     limit
 */
public record Resources(int memoryMib, int storageMib, int cpuMillis) {
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
}
