package dev.goldenrod.bench.launch;

import dev.goldenrod.bench.environment.ApiLauncher;
import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.bench.measure.Samples;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Compares launches by the API with a baseline, for goldens of several sizes. Each round measures
 * each size in both ways, in alternating order.
 */
public final class LaunchMeasurement {
  /** The figures of one size, in milliseconds. */
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
   * @param atOnce the number of clones of each launch; the baseline must create as many
   * @param volumes the name of each size's golden in the baseline
   */
  public LaunchMeasurement(
      ApiLauncher goldenrod, int atOnce, LaunchBaseline hand, Map<GoldenSize, String> volumes) {
    this.goldenrod = goldenrod;
    this.atOnce = atOnce;
    this.hand = hand;
    this.volumes = volumes;
  }

  /** Measures the rounds, after warm-up rounds whose figures are dropped. */
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

  /**
   * A file system that is still freeing blocks is slow, so clones are deleted at the end of a
   * round.
   */
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
