package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.engine.Distribution;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes programs that were unpacked from archives or packages usable. */
final class UnpackedPrograms {
  private static final String SCRIPT =
      """
      #!/bin/sh
      home=${0%%/*}/..
      LD_LIBRARY_PATH=%s
      export LD_LIBRARY_PATH
      exec "$home/%s" "$@"
      """;

  private UnpackedPrograms() {}

  /** Links the programs into the home's own folders, by scripts if they have bundled libraries. */
  static void linkPrograms(Distribution engine, Path home, Path root) throws IOException {
    List<Path> folders =
        candidates(engine, root)
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
  private static Stream<Path> candidates(Distribution engine, Path root) throws IOException {
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
  static List<Path> libraries(Path root) throws IOException {
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
