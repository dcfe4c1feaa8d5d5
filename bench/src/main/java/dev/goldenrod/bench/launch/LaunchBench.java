package dev.goldenrod.bench.launch;

import dev.goldenrod.bench.environment.ApiLauncher;
import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.bench.measure.Samples;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Launches by the API beside launches by hand, of goldens of several sizes, interleaved: each round
 * measures each size in both ways, and the way that comes first changes from round to round.
 */
public final class LaunchBench {
  /**
   * What was measured of one size, in milliseconds.
   *
   * @param api from sending the first launch until all are said to be Ready
   * @param hand what it took by hand
   */
  public record Measured(Samples api, Samples hand) {
    Measured() {
      this(new Samples(), new Samples());
    }
  }

  private final ApiLauncher goldenrod;
  private final int atOnce;
  private final LaunchBaseline hand;
  private final Map<GoldenSize, String> volumes;

  /**
   * A benchmark of goldens that are there.
   *
   * @param atOnce how many clones each launch by the API makes, as the one by hand does
   * @param volumes what each size is called by hand
   */
  public LaunchBench(
      ApiLauncher goldenrod, int atOnce, LaunchBaseline hand, Map<GoldenSize, String> volumes) {
    this.goldenrod = goldenrod;
    this.atOnce = atOnce;
    this.hand = hand;
    this.volumes = volumes;
  }

  /** Measures so many rounds, after some whose figures are dropped. */
  public Map<GoldenSize, Measured> run(int warmUps, int rounds) {
    for (int i = 0; i < warmUps; i++) {
      round(i, empty());
    }
    Map<GoldenSize, Measured> measured = empty();
    for (int i = 0; i < rounds; i++) {
      round(i, measured);
    }
    return measured;
  }

  /** Removes at its end only: a file system that still frees blocks is slow to share others. */
  private void round(int number, Map<GoldenSize, Measured> measured) {
    volumes.forEach(
        (size, volume) -> {
          Measured figures = measured.get(size);
          if (number % 2 == 0) {
            figures.api().add(goldenrod.launch(size.golden(), atOnce));
            figures.hand().add(hand.launch(volume));
          } else {
            figures.hand().add(hand.launch(volume));
            figures.api().add(goldenrod.launch(size.golden(), atOnce));
          }
        });
    goldenrod.removeAll();
    hand.removeAll();
  }

  private Map<GoldenSize, Measured> empty() {
    Map<GoldenSize, Measured> measured = new LinkedHashMap<>();
    volumes.keySet().forEach(size -> measured.put(size, new Measured()));
    return measured;
  }
}
