package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.process.PollInterval;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Tools whose files are in its staging folder. */
final class StagedTools implements ToolRunner {
  private static final Duration FIRST_POLL = Duration.ofMillis(1);
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  private final RunAs runAs;
  private final Staging staging;
  private final BooleanSupplier cancelled;

  StagedTools(RunAs runAs, Staging staging, BooleanSupplier cancelled) {
    this.runAs = runAs;
    this.staging = staging;
    this.cancelled = cancelled;
  }

  @Override
  public int run(
      String name, List<String> command, Map<String, String> environment, Consumer<String> line) {
    staging.remove(name);
    Path log = staging.writeOwn(name, "");
    Process process = Processes.startDetached(runAs, staging.folder(), command, environment, log);
    PollInterval poll = PollInterval.from(FIRST_POLL);
    try (LogFollower lines = new LogFollower(log)) {
      while (process.isAlive()) {
        lines.forEachNew(line);
        requireWanted();
        poll.pause();
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

  @Override
  public Path file(String name) {
    return staging.file(name);
  }

  @Override
  public Path write(String name, byte[] content) {
    return staging.writePrivate(name, content);
  }

  @Override
  public Path makeFolder(String name) {
    return staging.createForTool(name);
  }

  @Override
  public void remove(String name) {
    staging.remove(name);
  }

  private void requireWanted() {
    if (cancelled.getAsBoolean()) {
      throw new DataPlaneException("the work was stopped");
    }
  }
}
