package dev.goldenrod.bench.launch;

/** Creates clones without Goldenrod, but in the same way. */
public interface LaunchBaseline {
  /** Creates a clone of the golden, and returns the milliseconds until a login succeeded. */
  double launch(String golden);

  void removeAll();
}
