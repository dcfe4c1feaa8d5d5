package dev.goldenrod.bench.launch;

/** Makes clones without Goldenrod, in the way that Goldenrod makes them. */
public interface LaunchBaseline {
  /**
   * Makes a clone of the golden of that name.
   *
   * @return the milliseconds until somebody could log in
   */
  double launch(String golden);

  /** Removes all clones it made, and returns when they are gone. */
  void removeAll();
}
