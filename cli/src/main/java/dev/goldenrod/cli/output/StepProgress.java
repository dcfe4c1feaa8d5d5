package dev.goldenrod.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The progress of one step of work.
 *
 * @param total 0 if unknown
 * @param unit what is counted, as in {@code tables}; {@code bytes} are formatted as sizes
 */
public record StepProgress(long done, long total, String unit) {
  private static final int CELLS = 20;
  private static final int SOONEST_RATE_MILLIS = 1000;

  /** Reads the API's object {@code progress}; returns null if there is none. */
  public static @Nullable StepProgress of(JsonNode progress) {
    return progress.isObject()
        ? new StepProgress(
            progress.path("done").asLong(),
            progress.path("total").asLong(),
            progress.path("unit").asText())
        : null;
  }

  /** Returns the percentage from 0 to 100, or -1 if the total is unknown. */
  int percent() {
    return total <= 0 ? -1 : (int) (100 * Math.min(1, Math.max(0, done) / (double) total));
  }

  /**
   * Returns a progress bar with figures, rate and estimated time left.
   *
   * @param since the progress at the start of the time span
   */
  String bar(StepProgress since, Duration time) {
    double rate =
        time.toMillis() < SOONEST_RATE_MILLIS ? 0 : (done - since.done) * 1000.0 / time.toMillis();
    StringBuilder bar = new StringBuilder();
    if (percent() >= 0) {
      int full = percent() * CELLS / 100;
      bar.append('[').append("#".repeat(full)).append("-".repeat(CELLS - full)).append("] ");
      bar.append(percent()).append("% ");
    }
    bar.append(figures());
    if (rate > 0) {
      bar.append(", ").append(rate(rate)).append("/s");
      if (total > done) {
        bar.append(", ").append(Texts.coarse(Duration.ofSeconds((long) ((total - done) / rate))));
        bar.append(" left");
      }
    }
    return bar.toString();
  }

  private String figures() {
    if (isBytes()) {
      return total > 0 ? Texts.bytes(done) + " of " + Texts.bytes(total) : Texts.bytes(done);
    }
    return total > 0 ? "%d/%d %s".formatted(done, total, unit) : "%d %s".formatted(done, unit);
  }

  private String rate(double rate) {
    return isBytes() ? Texts.bytes((long) rate) : String.format(Locale.ROOT, "%.1f", rate);
  }

  private boolean isBytes() {
    return unit.equals("bytes");
  }
}
