package dev.goldenrod.engine.imports;

import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.port.DataPlaneException;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the steps of one import use.
 *
 * @param tools of the source's major version or newer
 * @param jobs how many tables are read, written or analyzed in parallel
 * @param host provides the server's programs
 * @param checkpoints record the progress of a load
 * @param isDumpPlain whether the dump is not compressed, because there is much room for it
 * @param masking how rows are masked; null to import them as they are
 */
public record ImportWork(
    ToolRunner runner,
    ClientTools tools,
    StepReport report,
    int jobs,
    EngineHost host,
    Checkpoints checkpoints,
    boolean isDumpPlain,
    @Nullable Masking masking) {
  /** Creates the work of a step on a machine, which records no progress. */
  public ImportWork(ToolRunner runner, ClientTools tools, StepReport report, int jobs) {
    this(runner, tools, report, jobs, EngineHost.MACHINE, Checkpoints.NONE, false, null);
  }

  /** Returns a copy whose dump is not compressed. */
  public ImportWork withPlainDump() {
    return new ImportWork(runner, tools, report, jobs, host, checkpoints, true, masking);
  }

  /** Returns a copy that masks rows. */
  public ImportWork maskedBy(Masking how) {
    return new ImportWork(runner, tools, report, jobs, host, checkpoints, isDumpPlain, how);
  }

  /** Where clones get extensions and locales from: messages about a missing one name the remedy. */
  public enum EngineHost {
    MACHINE("the machine that runs the clones", "install %s there and import again"),
    IMAGE("the image that runs the clones", "use an image with %s (--kube-image) and import again");

    private final String description;
    private final String remedy;

    EngineHost(String description, String remedy) {
      this.description = description;
      this.remedy = remedy;
    }

    /** Returns how to add the missing part. */
    public String remedy(String missing) {
      return remedy.formatted(missing);
    }

    @Override
    public String toString() {
      return description;
    }
  }

  /**
   * Tools for dumping and restoring, from one installation.
   *
   * @param version such as 15.13
   * @param origin the installation's location, for messages
   * @param programs returns the path of a program; empty if it is missing
   */
  public record ClientTools(
      int major, String version, String origin, Function<String, Optional<String>> programs) {
    public Optional<String> find(String name) {
      return programs.apply(name);
    }

    /**
     * Returns the path of a program.
     *
     * @throws DataPlaneException if it is missing
     */
    public String path(String name) {
      return find(name)
          .orElseThrow(
              () -> new DataPlaneException("there is no %s in %s".formatted(name, origin)));
    }
  }

  /**
   * Records which parts of a step are done, for the process that continues the step after an
   * interruption. The {@link dev.goldenrod.engine.ToolRunner} records tool runs. Not thread-safe.
   */
  public interface Checkpoints {
    /** Records nothing: an interrupted step starts from its beginning. */
    Checkpoints NONE =
        new Checkpoints() {
          @Override
          public <T, E extends Exception> T once(String name, Class<T> type, Part<T, E> part)
              throws E {
            return part.run();
          }
        };

    /** A part of a step that uses sessions of the server. */
    interface Part<T, E extends Exception> {
      T run() throws E;
    }

    /**
     * Runs a part unless it is already done; then it returns the recorded result and repeats the
     * recorded warnings.
     *
     * @param name unique in the step
     * @param type of the result, which is saved as JSON
     * @throws dev.goldenrod.port.DataPlaneException if the part was started before and did not end,
     *     which leaves an unknown state
     */
    <T, E extends Exception> T once(String name, Class<T> type, Part<T, E> part) throws E;
  }
}
