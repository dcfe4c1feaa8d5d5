package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Long runs of PostgreSQL's tools, whose log is followed line by line. */
final class PgTool {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  private final RunAs runAs;
  private final Staging staging;
  private final StepReport report;

  PgTool(RunAs runAs, Staging staging, StepReport report) {
    this.runAs = runAs;
    this.staging = staging;
    this.report = report;
  }

  /**
   * Runs the command to its end and returns its exit code.
   *
   * @param name of the run; its log is the staging file of that name
   * @param line is told each line of its output
   * @throws DataPlaneException when it cannot be started, or the import was cancelled
   */
  int run(
      String name, List<String> command, Map<String, String> environment, Consumer<String> line) {
    staging.remove(name);
    Path log = staging.writeOwn(name, "");
    Process process = Processes.startDetached(runAs, staging.folder(), command, environment, log);
    try (LogFollower lines = new LogFollower(log)) {
      while (process.isAlive()) {
        lines.forEachNew(line);
        requireNotCancelled();
        Processes.pause(BETWEEN_LOOKS);
      }
      lines.forEachNew(line);
      lines.last(line);
    } finally {
      if (process.isAlive()) {
        Processes.killAll(staging.folder(), KILL_PATIENCE);
      }
    }
    return process.exitValue();
  }

  private void requireNotCancelled() {
    if (report.isCancelled()) {
      throw new DataPlaneException("the import was stopped");
    }
  }
}
