package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which databases run on an installation. */
final class EngineUse {
  private static final Pattern OWNER = Pattern.compile("(clone|import)s/([0-9a-f-]{36})(/|$)");

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
        .flatMap(process -> owner(process, folder, root).stream())
        .findFirst()
        .ifPresent(
            owner -> {
              throw new DataPlaneException(
                  "%s is in use by %s; destroy it first".formatted(installation, owner));
            });
  }

  private static boolean runs(ProcessHandle process, Path folder) {
    return process.info().command().filter(path -> Path.of(path).startsWith(folder)).isPresent();
  }

  /** What the process runs for; empty for one of a system's folder that is none of the root's. */
  private static Optional<String> owner(ProcessHandle process, Path folder, Path root) {
    Optional<Path> log = log(process).filter(path -> path.startsWith(root));
    if (log.isEmpty() && !folder.startsWith(root)) {
      return Optional.empty();
    }
    Matcher found = OWNER.matcher(log.map(path -> root.relativize(path).toString()).orElse(""));
    return Optional.of(
        found.find() ? found.group(1) + " " + found.group(2) : "process " + process.pid());
  }

  /** What the process prints to: a server of ours logs into its clone's folder. */
  private static Optional<Path> log(ProcessHandle process) {
    try {
      return Optional.of(Files.readSymbolicLink(Path.of("/proc/" + process.pid() + "/fd/1")));
    } catch (IOException | UnsupportedOperationException notThere) {
      return Optional.empty();
    }
  }
}
