package dev.goldenrod.console.golden;

import dev.goldenrod.console.html.Durations;
import dev.goldenrod.console.html.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The phases of an import as bars on a common line of time, as a drawing {@value #WIDTH} units
 * wide.
 *
 * @param bars one for each phase, in order
 * @param began the time at the left end of the bars
 * @param took the time between both ends
 */
public record PhaseBars(String title, List<Bar> bars, String began, String took) {
  public static final int WIDTH = 720;

  /** The left end of the bars. */
  public static final int LEFT = 120;

  /** The right end of the bars, where the texts begin. */
  public static final int RIGHT = 500;

  public static final int BAR_HEIGHT = 16;
  private static final int ROW = 28;
  private static final int TOP = 12;
  private static final int LEAST_WIDTH = 3;

  /**
   * A phase in the drawing.
   *
   * @param width of the bar; 0 if the time of the phase is unknown or it did not begin
   * @param text the state and the time
   */
  public record Bar(ImportStep step, int x, int y, int width, String text) {
    /** Returns the base line of the texts. */
    public int textLine() {
      return y + BAR_HEIGHT - 3;
    }
  }

  static PhaseBars of(ImportView view) {
    List<ImportStep> steps = view.steps();
    Scale scale = new Scale(view.job().createdAt(), view.end());
    return new PhaseBars(
        "Phases of the import of %s, by time".formatted(view.title()),
        IntStream.range(0, steps.size())
            .mapToObj(row -> scale.bar(steps.get(row), TOP + ROW * row))
            .toList(),
        Times.utc(view.job().createdAt()),
        view.took() + (view.isRunning() ? " so far" : ""));
  }

  /** Returns the base line of the texts below the bars. */
  public int end() {
    return TOP + ROW * bars.size() + TOP;
  }

  public int height() {
    return end() + TOP;
  }

  /** Returns the drawing in words, a sentence for each phase. */
  public String description() {
    return String.join(
        " ", bars.stream().map(bar -> bar.step().name() + ": " + bar.text() + ".").toList());
  }

  private record Scale(Instant first, Instant last) {
    Bar bar(ImportStep step, int y) {
      String text = text(step);
      Instant from = step.from();
      Instant to = step.to();
      if (from == null || to == null) {
        return new Bar(step, LEFT, y, 0, text);
      }
      int x = Math.min(x(from), RIGHT - LEAST_WIDTH);
      return new Bar(step, x, y, Math.max(x(to) - x, LEAST_WIDTH), text);
    }

    private static String text(ImportStep step) {
      String state = step.state().text();
      return switch (step.state()) {
        case DONE -> step.timeText();
        case FAILED ->
            step.time().map(time -> state + " after " + Durations.of(time)).orElse(state);
        case RUNNING -> step.time().isPresent() ? state + ", " + step.timeText() : state;
        case WAITING, NOT_REACHED -> state;
      };
    }

    private int x(Instant time) {
      long whole = Math.max(1, Duration.between(first, last).toMillis());
      long part = Math.max(0, Math.min(whole, Duration.between(first, time).toMillis()));
      return LEFT + (int) ((RIGHT - LEFT) * part / whole);
    }
  }
}
