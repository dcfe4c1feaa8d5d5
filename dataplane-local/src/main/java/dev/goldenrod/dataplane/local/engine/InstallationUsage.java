package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds databases that run on an installation. */
final class InstallationUsage {
  private static final Pattern OWNER = Pattern.compile("(clone|import)s/([0-9a-f-]{36})(/|$)");

  private InstallationUsage() {}

  static void requireUnused(Path installation, Path root) throws IOException {
    Path folder = Files.exists(installation) ? installation.toRealPath() : installation;
    ProcessHandle.allProcesses()
        .filter(process -> runs(process, folder))
        .flatMap(process -> owner(process, folder, root).stream())
        .findFirst()
        .ifPresent(
            owner -> {
              throw new DataPlaneException(
                  "%s is in use by %s; delete or stop that first".formatted(installation, owner));
            });
  }

  private static boolean runs(ProcessHandle process, Path folder) {
    return process.info().command().filter(path -> Path.of(path).startsWith(folder)).isPresent();
  }

  /** Returns what the process runs for, or empty if it is unrelated to the root. */
  private static Optional<String> owner(ProcessHandle process, Path folder, Path root) {
    Optional<Path> log = log(process).filter(path -> path.startsWith(root));
    if (log.isEmpty() && !folder.startsWith(root)) {
      return Optional.empty();
    }
    Matcher found = OWNER.matcher(log.map(path -> root.relativize(path).toString()).orElse(""));
    return Optional.of(
        found.find() ? found.group(1) + " " + found.group(2) : "process " + process.pid());
  }

  /** A server's standard output is the log in its database's folder. */
  private static Optional<Path> log(ProcessHandle process) {
    try {
      return Optional.of(Files.readSymbolicLink(Path.of("/proc/" + process.pid() + "/fd/1")));
    } catch (IOException | UnsupportedOperationException notThere) {
      return Optional.empty();
    }
  }
}
