package dev.goldenrod.bench.measure;

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
public record VolumeLocation(String kind, Path folder) {
  private static final String GOLDEN = "dir-";

  /** Where a data directory is shown that engines cannot reach. */
  private static final Path RUN = Path.of("/run/goldenrod");

  /** The location in that server's data directory. */
  public static VolumeLocation of(Path dataDir) {
    try {
      Path mounted = RUN.resolve(Files.readString(dataDir.resolve("id")).strip());
      Path root = Files.isDirectory(mounted) ? mounted : dataDir.resolve("local");
      String kind = Files.readString(root.resolve("volume-store")).strip();
      return new VolumeLocation(kind, root.resolve("volumes"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot tell how volumes are copied in " + dataDir, e);
    }
  }

  /** The names of the volumes that goldens are. */
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
