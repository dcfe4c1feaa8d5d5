package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.database.EngineVersion.Origin;
import dev.goldenrod.engine.Distribution;
import dev.goldenrod.engine.Distribution.Product;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Programs of an engine on this machine: a server's, or only tools.
 *
 * @param type the engine's, as in {@code postgresql}
 * @param release as in {@code 15}
 * @param folders where the programs are, at least one
 * @param runsServers whether it can make and run a server
 */
public record Installation(
    String type,
    String release,
    Product product,
    List<Path> folders,
    boolean runsServers,
    Origin origin) {
  public Installation {
    folders = List.copyOf(folders);
  }

  /**
   * The same, if it is of that engine and release.
   *
   * @throws DataPlaneException when it is another
   */
  Installation requireRelease(Distribution engine, String wanted) {
    if (!product.name().equals(engine.product()) || !release.equals(wanted)) {
      throw new DataPlaneException(
          "%s is %s %s, not %s %s"
              .formatted(
                  folders.get(0), product.name(), product.version(), engine.product(), wanted));
    }
    return this;
  }

  boolean isOf(String wanted) {
    return release.equals(wanted);
  }

  /** The version in full, as in {@code 15.13}. */
  public String version() {
    return product.version();
  }

  /** The folder of the programs that tell the version, the server's first. */
  public Path bin() {
    return folders.get(0);
  }

  /** The program of that name, if it is there. */
  public Optional<Path> program(String name) {
    return folders.stream()
        .map(folder -> folder.resolve(name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Whether its programs are still there. */
  boolean isPresent() {
    return Files.isDirectory(folders.get(0));
  }

  @Override
  public String toString() {
    return "%s in %s".formatted(product.version(), folders.get(0));
  }
}
