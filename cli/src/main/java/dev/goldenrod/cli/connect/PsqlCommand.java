package dev.goldenrod.cli.connect;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** Opens {@code psql} on a database: {@code goldenrod psql}. */
@Command(
    name = "psql",
    description = "Opens psql on a clone or database of PostgreSQL.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nThe password is passed in psql's environment only. Examples:%n",
    footer = {
      "  goldenrod psql shop",
      "  goldenrod psql shop -- -c 'SELECT count(*) FROM tea'",
      "  goldenrod psql clone/shop <dump.sql"
    })
public final class PsqlCommand extends ClientCommand {
  /** Package folders, and the prefix of the versioned folders in them. */
  private static final Map<String, String> PACKAGES =
      Map.of(
          "/usr/lib/postgresql", "",
          "/usr", "pgsql-",
          "/opt/homebrew/opt", "postgresql@",
          "/usr/local/opt", "postgresql@");

  public PsqlCommand(Terminal terminal) {
    super(terminal, Engine.POSTGRESQL);
  }

  @Override
  int run(Login login, List<String> arguments) {
    List<String> line = new ArrayList<>();
    line.add(find(login.version()).orElseThrow(() -> missing(login.version())).toString());
    line.addAll(arguments);
    return runProgram(line, Login.MISLEADING, login.postgres());
  }

  /**
   * Returns the psql of the server's version, of the next newer one, in {@code PATH}, or the
   * newest.
   *
   * @param version the server's version; empty if unknown
   */
  private Optional<Path> find(String version) {
    return choose(installed(PACKAGES), terminal().findProgram("psql"), version);
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

  /** Finds the versions of psql that packages install beside each other. */
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

  private static CliException missing(String version) {
    return new CliException(
        ExitCode.NO_PROGRAM,
        "psql is not on this machine",
        "apt-get install postgresql-client" + (version.isEmpty() ? "" : "-" + version),
        "apt-get install postgresql-client",
        "brew install postgresql" + (version.isEmpty() ? "" : "@" + version));
  }
}
