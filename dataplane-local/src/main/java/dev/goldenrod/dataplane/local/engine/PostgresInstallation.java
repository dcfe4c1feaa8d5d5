package dev.goldenrod.dataplane.local.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One installed PostgreSQL, or only its client tools.
 *
 * @param major as in 15
 * @param version as in 15.13
 * @param bin the folder of its programs
 */
public record PostgresInstallation(int major, String version, Path bin) {
  /** The program of that name, if it is there. */
  public Optional<Path> tool(String name) {
    return Optional.of(bin.resolve(name)).filter(Files::isExecutable);
  }

  /** The server program itself. */
  public Path postgres() {
    return bin.resolve("postgres");
  }

  /** Whether it can make and run a server. */
  public boolean isServer() {
    return tool("postgres").isPresent() && tool("initdb").isPresent();
  }

  @Override
  public String toString() {
    return version + " in " + bin;
  }
}
