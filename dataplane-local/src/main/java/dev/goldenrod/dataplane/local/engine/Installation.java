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
 * Programs of an engine on this machine: of a server, or tools only.
 *
 * @param release for example {@code 15}
 * @param folders at least one
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

  /** Returns the full version, such as {@code 15.13}. */
  public String version() {
    return product.version();
  }

  /** Returns the folder of the programs that report the version, preferably the server's. */
  public Path bin() {
    return folders.get(0);
  }

  public Optional<Path> program(String name) {
    return folders.stream()
        .map(folder -> folder.resolve(name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  boolean isPresent() {
    return Files.isDirectory(folders.get(0));
  }

  @Override
  public String toString() {
    return "%s in %s".formatted(product.version(), folders.get(0));
  }
}
