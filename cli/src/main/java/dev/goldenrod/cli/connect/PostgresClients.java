package dev.goldenrod.cli.connect;

import dev.goldenrod.cli.process.Programs;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Finds the versions of psql that packages install beside each other. */
final class PostgresClients {
  /** Package folders, and the prefix of the versioned folders in them. */
  private static final Map<String, String> PACKAGES =
      Map.of(
          "/usr/lib/postgresql", "",
          "/usr", "pgsql-",
          "/opt/homebrew/opt", "postgresql@",
          "/usr/local/opt", "postgresql@");

  private PostgresClients() {}

  /**
   * Returns the psql of the server's version, of the next newer one, in {@code PATH}, or the
   * newest.
   *
   * @param version the server's version; empty if unknown
   */
  static Optional<Path> find(Terminal terminal, String version) {
    return choose(installed(PACKAGES), Programs.find(terminal, "psql"), version);
  }

  static Optional<Path> choose(
      SortedMap<Integer, Path> installed, Optional<Path> inPath, String version) {
    Optional<Path> fitting =
        version.matches("\\d{1,4}")
            ? installed.tailMap(Integer.parseInt(version)).values().stream().findFirst()
            : Optional.empty();
    return fitting
        .or(() -> inPath)
        .or(
            () ->
                installed.isEmpty()
                    ? Optional.empty()
                    : Optional.of(installed.get(installed.lastKey())));
  }

  static SortedMap<Integer, Path> installed(Map<String, String> packages) {
    SortedMap<Integer, Path> found = new TreeMap<>();
    packages.forEach(
        (folder, prefix) -> {
          try (Stream<Path> entries = Files.list(Path.of(folder))) {
            entries.forEach(entry -> add(found, entry, prefix));
          } catch (IOException noFolder) {
            // The folder does not exist on this system.
          }
        });
    return found;
  }

  private static void add(SortedMap<Integer, Path> found, Path entry, String prefix) {
    String name = entry.getFileName().toString();
    String version = name.startsWith(prefix) ? name.substring(prefix.length()) : "";
    Path psql = entry.resolve("bin").resolve("psql");
    if (version.matches("\\d{1,4}") && Files.isExecutable(psql)) {
      found.put(Integer.parseInt(version), psql);
    }
  }
}
