package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.port.DataPlaneException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Collects the output of a command in a pod, up to 1 MiB. Used by one thread at a time. */
final class PrintedLines implements Consumer<String> {
  private static final int MOST_CHARACTERS = 1 << 20;
  private static final int SHOWN_LINES = 5;

  private final String command;
  private final String pod;
  private final List<String> lines = new ArrayList<>();
  private int characters;

  PrintedLines(String command, String pod) {
    this.command = command;
    this.pod = pod;
  }

  @Override
  public void accept(String line) {
    characters += line.length() + 1;
    if (characters > MOST_CHARACTERS) {
      throw new DataPlaneException("output of '%s' in pod %s is too long".formatted(command, pod));
    }
    lines.add(line);
  }

  /** Returns the lines; throws with the last ones if the exit code is not 0. */
  String text(int exitCode) {
    if (exitCode != 0) {
      List<String> last = lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size());
      throw new DataPlaneException(
          "'%s' failed in pod %s with exit code %d: %s"
              .formatted(command, pod, exitCode, String.join("; ", last)));
    }
    return String.join("\n", lines);
  }
}
