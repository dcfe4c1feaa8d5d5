package dev.goldenrod.imports;

import java.util.Objects;

/**
 * How much of a step is done.
 *
 * @param done what is done, in units
 * @param total the whole, in units; 0 when unknown
 * @param unit what is counted, as in {@code tables} or {@code bytes}
 */
public record Progress(long done, long total, String unit) {
  public Progress {
    Objects.requireNonNull(unit);
  }
}
