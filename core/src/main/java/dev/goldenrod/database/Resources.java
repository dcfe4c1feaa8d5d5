package dev.goldenrod.database;

/**
 * How much of a machine a database may use.
 *
 * @param memoryMib how much memory its server is told to use, in MiB; positive
 */
public record Resources(int memoryMib) {
  public Resources {
    if (memoryMib <= 0) {
      throw new IllegalArgumentException("memory of " + memoryMib + " MiB");
    }
  }
}
