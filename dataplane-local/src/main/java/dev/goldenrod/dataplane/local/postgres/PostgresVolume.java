package dev.goldenrod.dataplane.local.postgres;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where things are in a volume that holds a PostgreSQL cluster.
 *
 * @param root the volume's directory
 */
public record PostgresVolume(Path root) {
  /** The data directory. */
  public Path data() {
    return root.resolve("data");
  }

  /** Where the configuration is that Goldenrod writes at each start; it goes with the volume. */
  public Path conf() {
    return root.resolve("conf");
  }

  /** What a clone has to know of the golden; see {@link GoldenInfo}. */
  public Path info() {
    return root.resolve("golden.json");
  }

  /** Whether there is a data directory at all. */
  public boolean hasData() {
    return Files.isRegularFile(data().resolve("PG_VERSION"));
  }
}
