package dev.goldenrod.console.html;

import java.util.List;
import java.util.Locale;

/** Sizes of data as pages show them. */
public final class Sizes {
  private static final int STEP = 1024;
  private static final List<String> UNITS = List.of("bytes", "KiB", "MiB", "GiB", "TiB", "PiB");

  private Sizes() {}

  /** Returns a size with one decimal below ten, such as {@code 1.5 GiB}. */
  public static String of(long bytes) {
    double number = bytes;
    int unit = 0;
    while (number >= STEP && unit < UNITS.size() - 1) {
      number /= STEP;
      unit++;
    }
    String format = unit > 0 && number < 10 ? "%.1f %s" : "%.0f %s";
    return String.format(Locale.ROOT, format, number, UNITS.get(unit));
  }
}
