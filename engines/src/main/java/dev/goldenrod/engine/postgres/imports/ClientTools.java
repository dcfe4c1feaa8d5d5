package dev.goldenrod.engine.postgres.imports;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * An installation's tools for dumping and restoring.
 *
 * @param major as in 15
 * @param version as in 15.13
 * @param bin the folder of the programs
 */
public record ClientTools(int major, String version, Path bin) {
  /** The program of that name, if it is there. */
  Optional<Path> find(String name) {
    return Optional.of(bin.resolve(name)).filter(Files::isExecutable);
  }

  /** The path of the program of that name. */
  String path(String name) {
    return bin.resolve(name).toString();
  }
}
