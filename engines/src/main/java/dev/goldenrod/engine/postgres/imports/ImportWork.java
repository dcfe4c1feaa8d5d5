package dev.goldenrod.engine.postgres.imports;

import dev.goldenrod.engine.ToolRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the steps of one import use.
 *
 * @param tools of the source's major version or newer
 * @param jobs how many tables are read, written or analysed at a time
 */
public record ImportWork(ToolRunner runner, ClientTools tools, StepReport report, int jobs) {
  /**
   * An installation's tools for dumping and restoring.
   *
   * @param major as in 15
   * @param version as in 15.13
   * @param bin the folder of the programs
   */
  public record ClientTools(int major, String version, Path bin) {
    /** The program of that name, if it is there. */
    public Optional<Path> find(String name) {
      return Optional.of(bin.resolve(name)).filter(Files::isExecutable);
    }

    /** The path of the program of that name. */
    public String path(String name) {
      return bin.resolve(name).toString();
    }
  }
}
