package dev.goldenrod.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The location of the local data plane's volumes.
 *
 * @param kind how volumes are copied, as in {@code --volumes}
 * @param folder the directory with one entry for each volume
 */
public record VolumeLocation(String kind, Path folder) {
  private static final String GOLDEN = "dir-";

  /** The mount point of data directories that engines cannot access otherwise. */
  private static final Path RUN = Path.of("/run/goldenrod");

  public static VolumeLocation of(Path dataDir) {
    try {
      Path mounted = RUN.resolve(Files.readString(dataDir.resolve("id")).strip());
      Path root = Files.isDirectory(mounted) ? mounted : dataDir.resolve("local");
      String kind = Files.readString(root.resolve("volume-store")).strip();
      return new VolumeLocation(kind, root.resolve("volumes"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read how volumes are copied in " + dataDir, e);
    }
  }

  /** Returns the names of the goldens' volumes. */
  public Set<String> goldens() {
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
