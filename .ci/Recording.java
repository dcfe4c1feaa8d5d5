import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Runs the commands of a file, one a line, with bash, and writes what a terminal shows of them as an
 * animated SVG. Output appears with the delays that it had. Lines that begin with {@code #} are
 * shown as comments; those that begin with {@code @} run before the next command and are not shown.
 *
 * <p>Arguments: the file of commands, the SVG to write. {@code goldenrod} must be on the path. The
 * exit status is 1 if a command fails.
 */
final class Recording {
  private static final int COLUMNS = 100;
  private static final int LINE_HEIGHT = 20;
  private static final double CHARACTER_WIDTH = 8.43;
  private static final int MARGIN = 16;
  private static final double TYPING_SECONDS = 1.2;
  private static final double PAUSE_SECONDS = 0.8;

  private record Line(double atSeconds, String kind, String text) {}

  private final List<Line> lines = new ArrayList<>();
  private double now = 0.5;

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Recording recording = new Recording();
    for (String command : Files.readAllLines(Path.of(arguments[0]))) {
      recording.play(command);
    }
    Files.writeString(Path.of(arguments[1]), recording.svg());
  }

  private void play(String command) throws IOException, InterruptedException {
    if (command.startsWith("#")) {
      lines.add(new Line(now, "c", command));
      return;
    }
    if (command.startsWith("@")) {
      run(command.substring(1), false);
      return;
    }
    lines.add(new Line(now, "p", "$ " + command));
    now += TYPING_SECONDS;
    run(command, true);
    now += PAUSE_SECONDS;
  }

  private void run(String command, boolean isShown) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    Process bash = new ProcessBuilder("bash", "-c", command).redirectErrorStream(true).start();
    bash.getOutputStream().close();
    try (BufferedReader output = bash.inputReader()) {
      String line;
      while ((line = output.readLine()) != null) {
        if (isShown) {
          add(now + (System.nanoTime() - begun) / 1e9, line);
        }
      }
    }
    if (bash.waitFor() != 0) {
      System.err.println("failed: " + command);
      System.exit(1);
    }
    if (isShown) {
      now += (System.nanoTime() - begun) / 1e9;
    }
  }

  private void add(double atSeconds, String line) {
    String rest = line.replace("\t", "    ").stripTrailing();
    boolean isLong = rest.length() > COLUMNS;
    lines.add(new Line(atSeconds, "o", isLong ? rest.substring(0, COLUMNS - 1) + "…" : rest));
  }

  private String svg() {
    int width = (int) Math.ceil(COLUMNS * CHARACTER_WIDTH) + 2 * MARGIN;
    int height = lines.size() * LINE_HEIGHT + 2 * MARGIN;
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14">
        <style>
        text { white-space: pre; fill: #d8dee9; animation: appear 0.01s backwards; }
        .p { fill: #ffffff; font-weight: bold; }
        .c { fill: #8fa1b3; }
        @keyframes appear { from { opacity: 0; } }
        @media (prefers-reduced-motion: reduce) { text { animation: none; } }
        </style>
        <rect width="100%%" height="100%%" rx="8" fill="#1f2430"/>
        """
            .formatted(width, height, width));
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      svg.append(
          String.format(
              Locale.ROOT,
              "<text class=\"%s\" x=\"%d\" y=\"%d\" xml:space=\"preserve\" style=\"animation-delay: %.2fs\">%s</text>%n",
              line.kind(),
              MARGIN,
              MARGIN + (i + 1) * LINE_HEIGHT - 5,
              line.atSeconds(),
              line.text().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")));
    }
    return svg.append("</svg>\n").toString();
  }
}
