package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which databases run on an installation. */
final class EngineUse {
  private static final Pattern CLONE = Pattern.compile("clone-([0-9a-f-]{36})");

  private EngineUse() {}

  /**
   * Makes sure that no process of the root runs a program of the installation.
   *
   * @throws DataPlaneException when one does; the message names the clone
   */
  static void requireNone(Path installation, Path root) throws IOException {
    Path folder = Files.exists(installation) ? installation.toRealPath() : installation;
    ProcessHandle.allProcesses()
        .filter(process -> runs(process, folder))
        .map(process -> whereabouts(process) + " (process " + process.pid() + ")")
        .filter(text -> text.contains(root.toString()))
        .findFirst()
        .ifPresent(
            text -> {
              throw new DataPlaneException(
                  "%s is in use by %s; destroy or stop what runs on it first"
                      .formatted(installation, user(text)));
            });
  }

  private static boolean runs(ProcessHandle process, Path folder) {
    return process.info().command().filter(path -> Path.of(path).startsWith(folder)).isPresent();
  }

  /** Where the process works and what it was told. */
  private static String whereabouts(ProcessHandle process) {
    String arguments = String.join(" ", process.info().arguments().orElse(new String[0]));
    try {
      return Files.readSymbolicLink(Path.of("/proc/" + process.pid() + "/cwd")) + " " + arguments;
    } catch (IOException | UnsupportedOperationException notThere) {
      return arguments;
    }
  }

  private static String user(String text) {
    Matcher clone = CLONE.matcher(text);
    return clone.find() ? "clone " + clone.group(1) : "the process in " + text;
  }
}
