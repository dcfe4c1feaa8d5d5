package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.database.EngineVersion.Origin;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.engine.Distribution;
import dev.goldenrod.engine.Distribution.Product;
import dev.goldenrod.port.DataPlaneException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Finds installations in folders. Caches versions until a program changes. Thread-safe. */
final class InstallationFinder {
  private record Program(Path path, FileTime changed, long size) {}

  private static final List<String> FOLDERS = List.of("bin", "sbin", "libexec", "");

  private final RunAs runAs;
  private final Map<Program, Tool.Result> versions = new ConcurrentHashMap<>();

  InstallationFinder(RunAs runAs) {
    this.runAs = runAs;
  }

  /** Returns the installations of system packages and on the PATH, without duplicates. */
  List<Installation> installed(Distribution engine) {
    Stream<Path> packages =
        engine.packageFolders().stream()
            .flatMap(one -> foldersOf(Path.of(one.parent()), one.names()));
    return Stream.concat(packages, onPath(engine))
        .map(folder -> programFolders(engine, folder))
        .filter(folders -> !folders.isEmpty())
        .distinct()
        .flatMap(folders -> read(engine, folders, Origin.INSTALLED).stream())
        .filter(found -> found.product().name().equals(engine.product()))
        .toList();
  }

  Installation named(Distribution engine, Path folder, Origin origin) {
    List<Path> folders = programFolders(engine, folder);
    return read(engine, folders, origin)
        .orElseThrow(() -> new DataPlaneException(refusal(engine, folder, folders)));
  }

  /**
   * Returns an installation in a folder of the data directory, or in the folder that it links to.
   *
   * @throws DataPlaneException if the folder has no working installation of the release
   */
  Installation inDataDirectory(Distribution engine, String release, Path folder) {
    Origin origin = Files.isSymbolicLink(folder) ? Origin.INSTALLED : Origin.DOWNLOADED;
    return named(engine, folder, origin).requireRelease(engine, release);
  }

  private String refusal(Distribution engine, Path folder, List<Path> folders) {
    String output =
        firstProgram(engine, folders)
            .map(program -> version(program).output())
            .map(text -> "; the program prints: " + text + missingLibraries(engine, text))
            .orElse("");
    return "%s contains no %s that user %s can run: looked for %s in this folder and its bin%s"
        .formatted(
            folder,
            engine.product(),
            runAs.userName(),
            String.join(", ", engine.programs()),
            output);
  }

  private static String missingLibraries(Distribution engine, String output) {
    return output.contains("shared libraries") && !engine.debianLibraries().isEmpty()
        ? "; install the library (Debian, Ubuntu: one of the packages %s)"
            .formatted(String.join(", ", engine.debianLibraries()))
        : "";
  }

  private Optional<Installation> read(Distribution engine, List<Path> folders, Origin origin) {
    return firstProgram(engine, folders)
        .map(this::version)
        .filter(Tool.Result::succeeded)
        .flatMap(result -> engine.read(result.output()))
        .map(product -> installation(engine, product, folders, origin));
  }

  private static Installation installation(
      Distribution engine, Product product, List<Path> folders, Origin origin) {
    boolean runsServers =
        engine.runsServers(
            name ->
                folders.stream().map(folder -> folder.resolve(name)).anyMatch(Files::isExecutable));
    return new Installation(
        engine.type(), product.release(), product, folders, runsServers, origin);
  }

  private static Optional<Path> firstProgram(Distribution engine, List<Path> folders) {
    return engine.programs().stream()
        .flatMap(name -> folders.stream().map(folder -> folder.resolve(name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Failures are not cached, since a missing library may be installed later. */
  private Tool.Result version(Path program) {
    try {
      Program key =
          new Program(
              program.toRealPath(), Files.getLastModifiedTime(program), Files.size(program));
      Tool.Result known = versions.get(key);
      if (known != null) {
        return known;
      }
      Tool.Result result = Tool.tryRun(runAs.command(List.of(program.toString(), "--version")));
      if (result.succeeded()) {
        versions.put(key, result);
      }
      return result;
    } catch (IOException e) {
      return new Tool.Result(1, "cannot read " + program + ": " + e);
    }
  }

  /** Returns the subfolders whose names match the regular expression. */
  static Stream<Path> foldersOf(Path parent, String names) {
    if (!Files.isDirectory(parent)) {
      return Stream.empty();
    }
    try (Stream<Path> files = Files.list(parent)) {
      return files.filter(file -> file.getFileName().toString().matches(names)).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + parent, e);
    }
  }

  /**
   * Returns the real folders of an installation's programs, those of version-reporting programs
   * first; none if the folder has no program of the engine.
   */
  static List<Path> programFolders(Distribution engine, Path folder) {
    List<Path> folders =
        FOLDERS.stream()
            .map(folder::resolve)
            .filter(Files::isDirectory)
            .filter(one -> !one.equals(folder) || holdsAny(engine, one))
            .sorted(Comparator.comparing(one -> !holdsAny(engine, one)))
            .map(InstallationFinder::realPath)
            .distinct()
            .toList();
    return folders.stream().anyMatch(one -> holdsAny(engine, one)) ? folders : List.of();
  }

  private static boolean holdsAny(Distribution engine, Path folder) {
    return engine.programs().stream().map(folder::resolve).anyMatch(Files::isExecutable);
  }

  /** Returns the installations on the PATH; wrappers with other names are ignored. */
  private static Stream<Path> onPath(Distribution engine) {
    Set<String> programs = Set.copyOf(engine.programs());
    return Stream.of(
            Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .flatMap(folder -> programs.stream().map(Path.of(folder)::resolve))
        .filter(Files::isExecutable)
        .map(InstallationFinder::realPath)
        .filter(program -> programs.contains(program.getFileName().toString()))
        .map(program -> homeOf(program.getParent()));
  }

  private static Path homeOf(Path folder) {
    boolean within = FOLDERS.contains(folder.getFileName().toString());
    return within ? folder.getParent() : folder;
  }

  private static Path realPath(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot resolve " + path, e);
    }
  }
}
