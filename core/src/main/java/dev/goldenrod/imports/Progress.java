package dev.goldenrod.imports;

import java.util.Objects;

/**
 * The progress of a step.
 *
 * @param done the number of units done
 * @param total the number of all units; 0 when unknown
 * @param unit what is counted, as in {@code tables} or {@code bytes}
 */
public record Progress(long done, long total, String unit) {
  public Progress {
    Objects.requireNonNull(unit);
  }
}
