package dev.goldenrod.bench.agent;

import dev.goldenrod.bench.measure.BenchFailure;
import java.time.Duration;

final class Pause {
  private Pause() {}

  static void sleep(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailure("interrupted", e);
    }
  }
}
