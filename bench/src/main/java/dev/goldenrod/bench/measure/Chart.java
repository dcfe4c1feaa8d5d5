package dev.goldenrod.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A bar chart as an SVG document: bars are medians, whiskers reach from the minimum to the maximum.
 * Groups may have different units, so each has a scale of its own. Its colours follow the reader's
 * light or dark theme.
 */
public final class Chart {
  private static final int TOP = 64;
  private static final int GROUP = 34;
  private static final int ROW = 24;
  private static final int BARS_LEFT = 310;
  private static final int BARS_WIDTH = 400;

  private final String title;
  private final List<Group> groups = new ArrayList<>();

  public Chart(String title) {
    this.title = title;
  }

  private record Bar(String label, String style, Samples samples) {}

  /** The bars of one comparison, in the order in which they were added. */
  public static final class Group {
    private final String title;
    private final String unit;
    private final List<Bar> bars = new ArrayList<>();

    private Group(String title, String unit) {
      this.title = title;
      this.unit = unit;
    }

    /** Adds a bar of Goldenrod's own figures. */
    public Group measured(String label, Samples samples) {
      bars.add(new Bar(label, "measured", samples));
      return this;
    }

    /** Adds a bar of the figures to compare with. */
    public Group baseline(String label, Samples samples) {
      bars.add(new Bar(label, "baseline", samples));
      return this;
    }

    private int height() {
      return GROUP + ROW * bars.size();
    }

    private double largest() {
      return bars.stream().mapToDouble(bar -> bar.samples().max()).max().orElse(0);
    }
  }

  /** Adds an empty group at the end. */
  public Group group(String title, String unit) {
    Group group = new Group(title, unit);
    groups.add(group);
    return group;
  }

  /** Returns the document. */
  public String svg() {
    StringBuilder content = new StringBuilder();
    int y = TOP;
    for (Group group : groups) {
      content.append(svg(group, y));
      y += group.height();
    }
    return """
        <svg xmlns="http://www.w3.org/2000/svg" width="960" height="%1$d" viewBox="0 0 960 %1$d" role="img">
        <title>%2$s</title>
        <style>
          text { font: 13px sans-serif; fill: #1f2328 }
          .title { font-size: 17px; font-weight: bold }
          .group { font-weight: bold }
          .note { fill: #59636e }
          .paper { fill: #ffffff }
          .measured { fill: #d9a413 }
          .baseline { fill: #a3acb7 }
          .whisker { stroke: #1f2328; stroke-width: 1.5; fill: none }
          @media (prefers-color-scheme: dark) {
            text { fill: #e6edf3 }
            .note { fill: #9198a1 }
            .paper { fill: #0d1117 }
            .baseline { fill: #6e7681 }
            .whisker { stroke: #e6edf3 }
          }
        </style>
        <rect class="paper" width="960" height="%1$d"/>
        <text class="title" x="16" y="28">%2$s</text>
        <text class="note" x="16" y="48">Bars: median. Whiskers: minimum to maximum. Each group has a scale of its own.</text>
        %3$s</svg>
        """
        .formatted(y + ROW, escaped(title), content);
  }

  private static String svg(Group group, int top) {
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<text class=\"group\" x=\"16\" y=\"%d\">%s, %s</text>%n"
            .formatted(top + GROUP - ROW / 2, escaped(group.title), escaped(group.unit)));
    double scale = BARS_WIDTH / Math.max(group.largest(), 1e-9);
    int y = top + GROUP;
    for (Bar bar : group.bars) {
      svg.append(svg(bar, y, scale));
      y += ROW;
    }
    return svg.toString();
  }

  private static String svg(Bar bar, int top, double scale) {
    return String.format(
        Locale.ROOT,
        """
        <text x="28" y="%1$d">%2$s</text>
        <rect class="%3$s" x="%4$d" y="%5$d" width="%6$.1f" height="14"/>
        <path class="whisker" d="M%7$.1f %8$d H%9$.1f M%7$.1f %10$d v8 M%9$.1f %10$d v8"/>
        <text x="%11$d" y="%1$d">%12$s</text>
        """,
        top + 12,
        escaped(bar.label()),
        bar.style(),
        BARS_LEFT,
        top,
        bar.samples().median() * scale,
        BARS_LEFT + bar.samples().min() * scale,
        top + 7,
        BARS_LEFT + bar.samples().max() * scale,
        top + 3,
        BARS_LEFT + BARS_WIDTH + 16,
        figures(bar.samples()));
  }

  private static String figures(Samples samples) {
    return "%s (%s to %s)"
        .formatted(number(samples.median()), number(samples.min()), number(samples.max()));
  }

  private static String number(double value) {
    int decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
