package dev.goldenrod.bench.measure;

import java.util.ArrayList;
import java.util.List;

/** Measured values, in the order of measurement. */
public final class Samples {
  private final List<Double> values = new ArrayList<>();

  public void add(double value) {
    values.add(value);
  }

  public void addAll(Samples others) {
    values.addAll(others.values);
  }

  public Samples without(int first) {
    Samples rest = new Samples();
    rest.values.addAll(values.subList(first, values.size()));
    return rest;
  }

  public int size() {
    return values.size();
  }

  public double min() {
    return sorted(0);
  }

  public double max() {
    return sorted(1);
  }

  public double median() {
    return sorted(0.5);
  }

  /** Returns the value below which the given share of the values lies. */
  public double percentile(double share) {
    return sorted(share);
  }

  /** Returns these values divided by those of the same round in the other samples. */
  public Samples over(Samples other) {
    Samples ratios = new Samples();
    for (int i = 0; i < values.size(); i++) {
      ratios.add(values.get(i) / other.values.get(i));
    }
    return ratios;
  }

  private double sorted(double share) {
    List<Double> sorted = values.stream().sorted().toList();
    double position = share * (sorted.size() - 1);
    int below = (int) position;
    int above = Math.min(below + 1, sorted.size() - 1);
    return sorted.get(below) + (position - below) * (sorted.get(above) - sorted.get(below));
  }
}
