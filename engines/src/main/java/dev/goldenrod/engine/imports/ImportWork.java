package dev.goldenrod.engine.imports;

import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.port.DataPlaneException;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the steps of one import use.
 *
 * @param tools of the source's major version or newer
 * @param jobs how many tables are read, written or analysed at a time
 * @param checkpoints know what a load that was interrupted has done
 */
public record ImportWork(
    ToolRunner runner, ClientTools tools, StepReport report, int jobs, Checkpoints checkpoints) {
  /** Of a step that begins anew when it is interrupted. */
  public ImportWork(ToolRunner runner, ClientTools tools, StepReport report, int jobs) {
    this(runner, tools, report, jobs, Checkpoints.NONE);
  }

  /**
   * An installation's tools for dumping and restoring.
   *
   * @param major as in 15
   * @param version as in 15.13
   * @param origin where they are, for people
   * @param programs what runs the program of a name; empty when it is not there
   */
  public record ClientTools(
      int major, String version, String origin, Function<String, Optional<String>> programs) {
    /** What runs the program of that name, if it is there. */
    public Optional<String> find(String name) {
      return programs.apply(name);
    }

    /**
     * What runs the program of that name.
     *
     * @throws DataPlaneException when it is not there
     */
    public String path(String name) {
      return find(name)
          .orElseThrow(
              () -> new DataPlaneException("there is no %s in %s".formatted(name, origin)));
    }
  }
}
