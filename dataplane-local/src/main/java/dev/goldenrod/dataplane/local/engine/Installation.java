package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.database.EngineVersion.Origin;
import dev.goldenrod.engine.Distribution;
import dev.goldenrod.engine.Distribution.Product;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Programs of an engine on this machine: of a server, or tools only.
 *
 * @param release for example {@code 15}
 * @param folders at least one
 */
public record Installation(
    String type,
    String release,
    Product product,
    List<Path> folders,
    boolean runsServers,
    Origin origin) {
  private static final Pattern OWNER = Pattern.compile("(clone|import)s/([0-9a-f-]{36})(/|$)");

  public Installation {
    folders = List.copyOf(folders);
  }

  Installation requireRelease(Distribution engine, String wanted) {
    if (!product.name().equals(engine.product()) || !release.equals(wanted)) {
      throw new DataPlaneException(
          "%s is %s %s, not %s %s"
              .formatted(
                  folders.get(0), product.name(), product.version(), engine.product(), wanted));
    }
    return this;
  }

  boolean isOf(String wanted) {
    return release.equals(wanted);
  }

  /** Returns the full version, such as {@code 15.13}. */
  public String version() {
    return product.version();
  }

  /** Returns the folder of the programs that report the version, preferably the server's. */
  public Path bin() {
    return folders.get(0);
  }

  public Optional<Path> program(String name) {
    return folders.stream()
        .map(folder -> folder.resolve(name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  boolean isPresent() {
    return Files.isDirectory(folders.get(0));
  }

  @Override
  public String toString() {
    return "%s in %s".formatted(product.version(), folders.get(0));
  }

  /**
   * Checks that no database runs on the installation.
   *
   * @param root the folder of the data directory; other processes count only if the installation is
   *     in it
   * @throws DataPlaneException if a database or other process runs on the installation
   */
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
