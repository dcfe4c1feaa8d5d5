package dev.goldenrod.bench.launch;

import dev.goldenrod.bench.measure.Chart;
import dev.goldenrod.bench.measure.GoldenSize;
import dev.goldenrod.bench.measure.Samples;
import java.io.PrintStream;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Compares several ways of launching clones, for goldens of several sizes. Each round measures each
 * size in each way; another way begins in the next round.
 */
public final class LaunchMeasurement {
  /**
   * A way of launching clones.
   *
   * @param launch launches clones of the golden, and returns the milliseconds until they are usable
   * @param removeAll removes all clones that were launched in this way
   */
  public record Way(String label, ToDoubleFunction<GoldenSize> launch, Runnable removeAll) {}

  private final Collection<GoldenSize> sizes;
  private final List<Way> ways;

  /**
   * @param ways the last one is the baseline
   */
  public LaunchMeasurement(Collection<GoldenSize> sizes, List<Way> ways) {
    this.sizes = sizes;
    this.ways = ways;
  }

  /**
   * Measures the rounds, after warm-up rounds whose figures are dropped. Returns the milliseconds
   * of each size by the label of the way, the baseline last.
   */
  public Map<GoldenSize, Map<String, Samples>> run(int warmUps, int rounds) {
    for (int i = 0; i < warmUps; i++) {
      round(i, empty());
    }
    Map<GoldenSize, Map<String, Samples>> measured = empty();
    for (int i = 0; i < rounds; i++) {
      round(i, measured);
    }
    return measured;
  }

  /**
   * A file system that is still freeing blocks is slow, so clones are deleted at the end of a
   * round.
   */
  private void round(int number, Map<GoldenSize, Map<String, Samples>> measured) {
    for (GoldenSize size : sizes) {
      for (int i = 0; i < ways.size(); i++) {
        Way way = ways.get((number + i) % ways.size());
        measured.get(size).get(way.label()).add(way.launch().applyAsDouble(size));
      }
    }
    ways.forEach(way -> way.removeAll().run());
  }

  private Map<GoldenSize, Map<String, Samples>> empty() {
    Map<GoldenSize, Map<String, Samples>> measured = new LinkedHashMap<>();
    for (GoldenSize size : sizes) {
      Map<String, Samples> figures = new LinkedHashMap<>();
      ways.forEach(way -> figures.put(way.label(), new Samples()));
      measured.put(size, figures);
    }
    return measured;
  }

  /** Prints the figures of all sizes, and compares the sizes. */
  public static void print(PrintStream out, Map<GoldenSize, Map<String, Samples>> measured) {
    out.printf("%n%-8s %-12s %9s %9s %9s%n", "golden", "launched", "min", "median", "max");
    measured.forEach((size, figures) -> print(out, size, figures));
    List<GoldenSize> sizes = List.copyOf(measured.keySet());
    for (GoldenSize large : sizes.subList(1, sizes.size())) {
      compare(out, sizes.get(0), large, measured);
    }
  }

  /** Adds a group for each size to the chart. */
  static void draw(Chart chart, Map<GoldenSize, Map<String, Samples>> measured) {
    measured.forEach(
        (size, figures) -> {
          Chart.Group group = chart.group(size.label(), "ms");
          List<String> ways = List.copyOf(figures.keySet());
          String baseline = ways.get(ways.size() - 1);
          for (String way : ways.subList(0, ways.size() - 1)) {
            group.measured(way, figures.get(way));
          }
          group.baseline(baseline, figures.get(baseline));
        });
  }

  private static void print(PrintStream out, GoldenSize size, Map<String, Samples> figures) {
    figures.forEach(
        (way, samples) ->
            out.printf(
                "%-8s %-12s %9.1f %9.1f %9.1f ms%n",
                size.label(), way, samples.min(), samples.median(), samples.max()));
    List<String> ways = List.copyOf(figures.keySet());
    String baseline = ways.get(ways.size() - 1);
    for (String way : ways.subList(0, ways.size() - 1)) {
      ratio(out, size.label(), way + " / " + baseline, figures.get(way), figures.get(baseline));
    }
  }

  private static void compare(
      PrintStream out,
      GoldenSize small,
      GoldenSize large,
      Map<GoldenSize, Map<String, Samples>> measured) {
    measured
        .get(small)
        .forEach(
            (way, samples) ->
                ratio(
                    out,
                    large.label() + " / " + small.label(),
                    way,
                    measured.get(large).get(way),
                    samples));
  }

  private static void ratio(
      PrintStream out, String label, String way, Samples samples, Samples baseline) {
    Samples ratios = samples.over(baseline);
    out.printf(
        "%-8s %s: ratio of the medians %.2f; of each round %.2f to %.2f, median %.2f%n",
        label,
        way,
        samples.median() / baseline.median(),
        ratios.min(),
        ratios.max(),
        ratios.median());
  }
}
