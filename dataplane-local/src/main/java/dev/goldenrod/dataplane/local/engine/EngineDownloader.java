package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.engine.Distribution;
import dev.goldenrod.engine.OptionalLibrary;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Downloads or unpacks the files of one release of an engine, and makes its programs usable. */
final class EngineDownloader {
  private static final String ROOT = "root";

  /** Programs look for a library such as libaio.so.1t64.0.2 by its short name, libaio.so.1. */
  private static final Pattern SONAME = Pattern.compile("(.*\\.so\\.[0-9]+).*");

  /** Runs a program with its bundled libraries. */
  private static final String SCRIPT =
      """
      #!/bin/sh
      home=${0%%/*}/..
      LD_LIBRARY_PATH=%s
      export LD_LIBRARY_PATH
      exec "$home/%s" "$@"
      """;

  private final Distribution engine;
  private final Path work;
  private final ArtifactChecksums checksums;
  private final BiConsumer<String, String> progress;
  private final DebianPackages debian;

  EngineDownloader(
      Distribution engine,
      Path work,
      ArtifactChecksums checksums,
      BiConsumer<String, String> progress) {
    this.checksums = checksums;
    this.engine = engine;
    this.work = work;
    this.progress = progress;
    this.debian = new DebianPackages(work.resolve("debian"), progress);
  }

  /**
   * Downloads packages of the distribution, which include the tools that imports need, or else a
   * Maven artifact.
   */
  void fetch(String release, String version, Path home) throws IOException {
    boolean anyOfRelease = version.equals(release);
    if (anyOfRelease && fetchPackages(release, home)) {
      return;
    }
    String artifact =
        Distributions.mavenArtifact(engine, version)
            .orElseThrow(
                () ->
                    new DataPlaneException(
                        "%s %s cannot be fetched for this machine; install it by other means and specify its folder, or an archive of it, with --from"
                            .formatted(engine.product(), version)));
    if (!MavenArtifacts.areReachable()) {
      throw new DataPlaneException(
          "fetching %s requires Maven, which is not installed on this machine; install Maven, or get the file by other means and specify it with --from"
              .formatted(artifact));
    }
    String stage = "fetch " + artifact;
    progress.accept(stage, "");
    Path folder = work.resolve("maven");
    unpack(MavenArtifacts.fetch(artifact, folder, detail -> progress.accept(stage, detail)), home);
    addLibraries(home);
  }

  void provide(Path from, Path home) throws IOException {
    if (Files.isDirectory(from)) {
      Files.createSymbolicLink(home, from.toRealPath());
    } else if (Files.isRegularFile(from)) {
      unpack(from, home);
    } else {
      throw new DataPlaneException("--from " + from + " is neither a file nor a folder");
    }
  }

  /** Returns the newest release that the Linux distribution packages, if any. */
  Optional<String> newestPackaged() throws IOException {
    List<String> newestFirst = new ArrayList<>(engine.releases());
    Collections.reverse(newestFirst);
    for (String release : newestFirst) {
      if (debian.have(engine.debianPackages(release))) {
        return Optional.of(release);
      }
    }
    return Optional.empty();
  }

  private boolean fetchPackages(String release, Path home) throws IOException {
    List<String> packages = engine.debianPackages(release);
    if (!debian.have(packages)) {
      return false;
    }
    OptionalLibrary.COMPRESS.require();
    Path root = ArchiveExtractor.create(home.resolve(ROOT));
    debian.unpack(packages, root);
    removeUnneeded(root);
    linkPrograms(home, root);
    return true;
  }

  private void unpack(Path archive, Path home) throws IOException {
    OptionalLibrary.COMPRESS.require();
    checksums.require(archive);
    progress.accept("unpack " + archive.getFileName(), "");
    Path root = ArchiveExtractor.create(home.resolve(ROOT));
    try {
      ArchiveExtractor.unpack(archive, root, engine::needs);
      Optional<Path> inner = innerArchive(root);
      if (inner.isPresent()) {
        ArchiveExtractor.unpack(inner.get(), root, path -> true);
        Files.delete(inner.get());
      }
    } catch (IOException e) {
      throw new DataPlaneException(archive + " is damaged: " + e.getMessage(), e);
    }
    linkPrograms(home, root);
  }

  /** Returns the archive inside a Maven artifact, if any. */
  private static Optional<Path> innerArchive(Path root) throws IOException {
    try (Stream<Path> files = Files.list(root)) {
      return files.filter(file -> file.toString().endsWith(".txz")).findFirst();
    }
  }

  private void removeUnneeded(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      List<Path> unneeded =
          files
              .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
              .filter(file -> !engine.needs(root.relativize(file).toString()))
              .toList();
      unneeded.forEach(FileTrees::delete);
    }
  }

  /** Adds the system libraries that the programs of a Maven artifact need. */
  private void addLibraries(Path home) throws IOException {
    Path unpacked = Files.createDirectory(work.resolve("libraries"));
    for (String one : engine.debianLibraries()) {
      if (debian.have(List.of(one))) {
        debian.unpack(List.of(one), unpacked);
      }
    }
    Path target = home.resolve(ROOT).resolve(engine.libraryFolder());
    for (Path folder : libraries(unpacked)) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path library : files.filter(Files::isRegularFile).toList()) {
          Matcher name = SONAME.matcher(library.getFileName().toString());
          if (name.matches()) {
            Files.copy(library, target.resolve(name.group(1)), StandardCopyOption.REPLACE_EXISTING);
          }
        }
      }
    }
  }

  /** Links the programs into the home's own folders, by scripts if they have bundled libraries. */
  private void linkPrograms(Path home, Path root) throws IOException {
    List<Path> folders =
        candidates(root)
            .map(folder -> InstallationFinder.programFolders(engine, folder))
            .filter(found -> !found.isEmpty())
            .findFirst()
            .orElseThrow(
                () ->
                    new DataPlaneException(
                        "the archive contains no %s: looked for %s"
                            .formatted(engine.product(), String.join(", ", engine.programs()))));
    List<Path> libraries = libraries(root);
    Path realHome = home.toRealPath();
    for (Path folder : folders) {
      String name = folder.getFileName().toString();
      Path target = home.resolve(name.endsWith("bin") ? name : "bin");
      if (libraries.isEmpty()) {
        Files.createSymbolicLink(target, realHome.relativize(folder));
      } else {
        writeScripts(realHome, folder, target, libraries);
      }
    }
    Tool.run("chmod", "-R", "u-s,g-s,a+rX,go-w", home.toString());
  }

  /** Returns where programs may be: at the root, in a subfolder, or where packages put them. */
  private Stream<Path> candidates(Path root) throws IOException {
    Stream<Path> packaged =
        engine.packageFolders().stream()
            .flatMap(
                packages ->
                    InstallationFinder.foldersOf(
                        root.resolve(packages.parent().substring(1)), packages.names()));
    try (Stream<Path> files = Files.list(root)) {
      return Stream.concat(Stream.concat(Stream.of(root), files.toList().stream()), packaged);
    }
  }

  /** Returns the library folders of unpacked packages. */
  private static List<Path> libraries(Path root) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path parent : List.of(root.resolve("usr/lib"), root.resolve("lib"))) {
      if (Files.isDirectory(parent)) {
        try (Stream<Path> folders = Files.list(parent)) {
          folders.filter(one -> one.toString().contains("-linux-gnu")).forEach(found::add);
        }
      }
    }
    return found;
  }

  /** The paths are relative, so that the home can be moved. */
  private static void writeScripts(Path home, Path programs, Path target, List<Path> libraries)
      throws IOException {
    String path =
        libraries.stream()
            .map(folder -> "$home/" + home.relativize(folder.toAbsolutePath().normalize()))
            .collect(Collectors.joining(":"));
    ArchiveExtractor.create(target);
    try (Stream<Path> files = Files.list(programs)) {
      for (Path program : files.toList()) {
        Path script = target.resolve(program.getFileName());
        Files.writeString(script, SCRIPT.formatted(path, home.relativize(program)));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
  }
}
