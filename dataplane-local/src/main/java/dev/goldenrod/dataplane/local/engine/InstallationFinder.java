package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds PostgreSQL installations in folders. */
final class InstallationFinder {
  /** Parents of the folders of single versions, and what those are called. */
  private enum Packaging {
    DEBIAN("/usr/lib/postgresql", "[0-9]+"),
    RED_HAT("/usr", "pgsql-[0-9]+"),
    ALPINE("/usr/libexec", "postgresql[0-9]+"),
    HOMEBREW_ARM("/opt/homebrew/opt", "postgresql(@[0-9]+)?|libpq"),
    HOMEBREW_INTEL("/usr/local/opt", "postgresql(@[0-9]+)?|libpq");

    private final Path parent;
    private final Pattern names;

    Packaging(String parent, String names) {
      this.parent = Path.of(parent);
      this.names = Pattern.compile(names);
    }

    List<Path> folders() {
      if (!Files.isDirectory(parent)) {
        return List.of();
      }
      try (Stream<Path> files = Files.list(parent)) {
        return files
            .filter(file -> names.matcher(file.getFileName().toString()).matches())
            .toList();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot list " + parent, e);
      }
    }
  }

  private static final List<String> PROGRAMS = List.of("postgres", "pg_dump", "pg_restore");
  private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) (([0-9]+)[^ \\n]*)");

  private final RunAs runAs;

  InstallationFinder(RunAs runAs) {
    this.runAs = runAs;
  }

  /** What the system's packages have installed, highest version first. */
  List<PostgresInstallation> installed() {
    Set<Path> bins = new LinkedHashSet<>();
    for (Packaging packaging : Packaging.values()) {
      packaging.folders().stream().flatMap(folder -> bin(folder).stream()).forEach(bins::add);
    }
    bins.addAll(onPath());
    List<PostgresInstallation> homes = new ArrayList<>();
    bins.forEach(bin -> version(bin).ifPresent(homes::add));
    homes.sort(NEWEST_FIRST);
    return homes;
  }

  /**
   * The installation in a folder that an administrator named.
   *
   * @throws DataPlaneException when there is none that works
   */
  PostgresInstallation named(Path folder) {
    return bin(folder)
        .flatMap(this::version)
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "%s holds no PostgreSQL that user %s can run: looked for %s there and in its bin"
                        .formatted(folder, runAs.userName(), String.join(", ", PROGRAMS))));
  }

  static final Comparator<PostgresInstallation> NEWEST_FIRST =
      Comparator.comparingInt(PostgresInstallation::major)
          .thenComparingInt(InstallationFinder::minor)
          .reversed();

  private Optional<PostgresInstallation> version(Path bin) {
    return PROGRAMS.stream()
        .map(bin::resolve)
        .filter(Files::isExecutable)
        .findFirst()
        .map(program -> runAs.command(List.of(program.toString(), "--version")))
        .map(Tool::tryRun)
        .filter(Tool.Result::succeeded)
        .map(result -> VERSION.matcher(result.output()))
        .filter(Matcher::find)
        .map(
            found ->
                new PostgresInstallation(Integer.parseInt(found.group(2)), found.group(1), bin));
  }

  private static int minor(PostgresInstallation home) {
    String rest = home.version().substring(String.valueOf(home.major()).length());
    return rest.matches("\\.[0-9]+") ? Integer.parseInt(rest.substring(1)) : -1;
  }

  /** The real folder of the programs, in the folder itself or in its bin. */
  private static Optional<Path> bin(Path folder) {
    return Stream.of(folder.resolve("bin"), folder)
        .filter(bin -> PROGRAMS.stream().map(bin::resolve).anyMatch(Files::isExecutable))
        .map(InstallationFinder::realPath)
        .findFirst();
  }

  /** The real folders of the programs that PATH leads to, wrappers of another name left out. */
  private static List<Path> onPath() {
    return Stream.of(
            Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .flatMap(folder -> PROGRAMS.stream().map(Path.of(folder)::resolve))
        .filter(Files::isExecutable)
        .map(InstallationFinder::realPath)
        .filter(program -> PROGRAMS.contains(program.getFileName().toString()))
        .map(Path::getParent)
        .toList();
  }

  private static Path realPath(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot follow " + path, e);
    }
  }
}
