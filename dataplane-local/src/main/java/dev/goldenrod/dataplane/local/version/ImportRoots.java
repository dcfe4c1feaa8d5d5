package dev.goldenrod.dataplane.local.version;

import dev.goldenrod.engine.OneLine;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The folders below which an operator allows data directories to be copied. */
record ImportRoots(List<Path> folders) {
  /** A directory that may be copied: the operator's folder, and the link-free path in it. */
  record Allowed(Path root, Path path) {}

  ImportRoots {
    folders = folders.stream().map(Path::toAbsolutePath).map(Path::normalize).toList();
  }

  /** Resolves symbolic links, and refuses a directory that is not below one of the folders. */
  Allowed require(Path directory) {
    if (!directory.isAbsolute()) {
      throw new DataPlaneException(
          "'dir:%s' cannot be cloned: the path is not absolute; register an absolute path"
              .formatted(OneLine.of(directory.toString())));
    }
    Optional<Path> real = real(directory);
    Path path = real.orElse(directory.normalize());
    Path root =
        folders.stream()
            .map(folder -> real(folder).orElse(folder))
            .filter(path::startsWith)
            .findFirst()
            .orElseThrow(
                () ->
                    new DataPlaneException(
                        "'dir:%s' cannot be cloned: it is not below a folder that the server may copy from; start the server with --import-root and a folder above it"
                            .formatted(OneLine.of(directory.toString()))));
    if (real.isEmpty()) {
      throw new DataPlaneException(
          "'dir:%s' cannot be cloned: it is not a directory on this machine that the server can access"
              .formatted(OneLine.of(directory.toString())));
    }
    return new Allowed(root, path);
  }

  private static Optional<Path> real(Path path) {
    try {
      return Optional.of(path.toRealPath());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
