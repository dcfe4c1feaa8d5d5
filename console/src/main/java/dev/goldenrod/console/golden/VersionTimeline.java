package dev.goldenrod.console.golden;

import dev.goldenrod.console.html.Sizes;
import dev.goldenrod.console.html.Times;
import dev.goldenrod.golden.GoldenVersion;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The versions of a golden on a line of time, as a drawing {@value #WIDTH} units wide and {@value
 * #HEIGHT} high.
 *
 * @param dots one for each version, oldest first
 * @param first the date at the left end
 * @param last the date at the right end; empty if there is only one time
 */
public record VersionTimeline(String golden, List<Dot> dots, String first, String last) {
  public static final int WIDTH = 720;
  public static final int HEIGHT = 130;

  /** The height of the line. */
  public static final int LINE = 62;

  private static final int MARGIN = 44;
  private static final int LEAST_RADIUS = 5;
  private static final int MOST_RADIUS = 18;
  private static final int LABEL_WIDTH = 40;
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd").withZone(ZoneOffset.UTC);

  /**
   * A version in the drawing.
   *
   * @param radius by the size of the data: its square grows with the bytes
   * @param isLabelled whether there is room for texts above and below
   * @param title what the dot stands for, in words
   */
  public record Dot(
      int number,
      int x,
      int radius,
      int clones,
      boolean isReady,
      boolean isLabelled,
      String title) {
    /** Returns the number of clones in words; empty if there are none. */
    public String clonesText() {
      return clones == 0 ? "" : clones == 1 ? "1 clone" : clones + " clones";
    }
  }

  /**
   * Draws versions.
   *
   * @param versions at least one, lowest number first
   * @param clones how many clones there are of a version, by its number
   */
  static VersionTimeline of(
      String golden, List<GoldenVersion> versions, Map<Integer, Long> clones) {
    Instant first =
        versions.stream().map(GoldenVersion::createdAt).min(Instant::compareTo).orElseThrow();
    Instant last =
        versions.stream().map(GoldenVersion::createdAt).max(Instant::compareTo).orElseThrow();
    long largest = versions.stream().mapToLong(GoldenVersion::sizeBytes).max().orElse(0);
    List<Dot> dots = new ArrayList<>();
    int free = WIDTH + LABEL_WIDTH;
    for (int i = versions.size() - 1; i >= 0; i--) {
      GoldenVersion version = versions.get(i);
      int x = x(version.createdAt(), first, last);
      boolean hasRoom = Math.abs(free - x) >= LABEL_WIDTH;
      dots.add(0, dot(version, x, largest, clones, hasRoom));
      free = hasRoom ? x : free;
    }
    return new VersionTimeline(
        golden,
        dots,
        DATE.format(first),
        DATE.format(first).equals(DATE.format(last)) ? "" : DATE.format(last));
  }

  private static int x(Instant time, Instant first, Instant last) {
    long whole = last.toEpochMilli() - first.toEpochMilli();
    long part = time.toEpochMilli() - first.toEpochMilli();
    return whole == 0
        ? WIDTH / 2
        : MARGIN + (int) Math.round((WIDTH - 2.0 * MARGIN) * part / whole);
  }

  private static Dot dot(
      GoldenVersion version, int x, long largest, Map<Integer, Long> clones, boolean hasRoom) {
    int count = clones.getOrDefault(version.number(), 0L).intValue();
    String size = version.sizeBytes() == 0 ? "size unknown" : Sizes.of(version.sizeBytes());
    String title =
        "Version %d, %s, %s, %s"
            .formatted(
                version.number(),
                version.isReady() ? size : "being imported",
                count == 1 ? "1 clone" : count + " clones",
                Times.utc(version.createdAt()));
    return new Dot(
        version.number(),
        x,
        radius(version.sizeBytes(), largest),
        count,
        version.isReady(),
        hasRoom,
        title);
  }

  private static int radius(long bytes, long largest) {
    return largest == 0
        ? LEAST_RADIUS
        : Math.max(
            LEAST_RADIUS, (int) Math.round(MOST_RADIUS * Math.sqrt(bytes / (double) largest)));
  }
}
