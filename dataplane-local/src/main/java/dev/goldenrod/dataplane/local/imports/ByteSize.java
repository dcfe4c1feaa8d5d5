package dev.goldenrod.dataplane.local.imports;

import java.util.Locale;

final class ByteSize {
  private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB"};

  private ByteSize() {}

  /** Returns the amount in a readable unit, such as {@code 8.6 GB}. */
  static String format(long bytes) {
    double amount = bytes;
    int unit = 0;
    while (amount >= 1000 && unit < UNITS.length - 1) {
      amount /= 1000;
      unit++;
    }
    return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", amount, UNITS[unit]);
  }
}
