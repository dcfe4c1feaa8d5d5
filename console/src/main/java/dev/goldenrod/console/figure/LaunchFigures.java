package dev.goldenrod.console.figure;

import java.util.List;

/** The launches of clones that one server has completed. Implementations are thread-safe. */
@FunctionalInterface
public interface LaunchFigures {
  /** Returns the last sixty minutes, oldest first, those without a launch included. */
  List<LaunchMinute> lastHour();
}
