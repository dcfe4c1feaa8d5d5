package dev.goldenrod.bench.measure;

import java.time.Duration;

/** A sleep whose interruption ends the benchmark. */
public final class Pause {
  private Pause() {}

  public static void sleep(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailure("interrupted", e);
    }
  }
}
