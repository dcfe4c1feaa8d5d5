package dev.goldenrod.server.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where the local data plane has its volumes.
 *
 * @param kind how they are copied, as {@code --volumes} names it
 * @param folder with one entry for each volume
 */
record VolumeSite(String kind, Path folder) {
  private static final String GOLDEN = "dir-";

  /** The site that holds the clone, found by the process that runs on it. */
  static VolumeSite of(String cloneId) {
    Path volume =
        ProcessHandle.allProcesses()
            .flatMap(process -> process.info().arguments().stream())
            .flatMap(Stream::of)
            .filter(argument -> argument.contains("/clone-" + cloneId) && !argument.contains("="))
            .map(Path::of)
            .findFirst()
            .orElseThrow(() -> new BenchFailure("no process runs clone " + cloneId));
    Path folder = volume;
    while (!Files.exists(folder.resolveSibling("volume-store"))) {
      folder = folder.getParent();
    }
    try {
      String kind = Files.readString(folder.resolveSibling("volume-store")).strip();
      return new VolumeSite(kind, folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot tell how volumes are copied in " + folder, e);
    }
  }

  /** The names of the volumes that goldens are. */
  Set<String> goldens() {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .filter(name -> name.startsWith(GOLDEN))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + folder, e);
    }
  }
}
