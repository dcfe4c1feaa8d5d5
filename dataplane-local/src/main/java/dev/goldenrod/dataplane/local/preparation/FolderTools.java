package dev.goldenrod.dataplane.local.preparation;

import dev.goldenrod.dataplane.local.process.PollInterval;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.port.DataPlaneException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Runs tools whose files are in a work folder. */
public record FolderTools(RunAs runAs, WorkFolder folder, BooleanSupplier cancelled)
    implements ToolRunner {
  private static final Duration FIRST_POLL = Duration.ofMillis(1);

  @Override
  public int run(
      String name, List<String> command, Map<String, String> environment, Consumer<String> line) {
    folder.remove(name);
    Path log = folder.writeOwn(name, "");
    Process process = Processes.startDetached(runAs, folder.folder(), command, environment, log);
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
        Processes.killAll(folder.folder());
      }
    }
    return process.exitValue();
  }

  @Override
  public int filter(
      String name,
      List<String> command,
      Map<String, String> environment,
      Consumer<String> line,
      Filter filter,
      String file) {
    folder.remove(name);
    Path log = folder.writeOwn(name, "");
    Process process = Processes.startPiped(runAs, folder.folder(), command, environment, log);
    try (InputStream output = new WantedOutput(process.getInputStream());
        OutputStream filtered = folder.createOwn(file);
        LogFollower lines = new LogFollower(log)) {
      filter.apply(output, filtered);
      int exitCode = process.waitFor();
      lines.forEachNew(line);
      lines.last(line);
      return exitCode;
    } catch (IOException e) {
      requireWanted();
      throw new DataPlaneException("cannot write %s: %s".formatted(file(file), e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DataPlaneException("the work was stopped", e);
    } finally {
      process.destroyForcibly();
    }
  }

  @Override
  public Path file(String name) {
    return folder.file(name);
  }

  @Override
  public Path write(String name, byte[] content) {
    return folder.writePrivate(name, content);
  }

  @Override
  public Path makeFolder(String name) {
    return folder.createForTool(name);
  }

  @Override
  public void remove(String name) {
    folder.remove(name);
  }

  /** The output of a command, which ends with an exception as soon as the work is not wanted. */
  private final class WantedOutput extends FilterInputStream {
    WantedOutput(InputStream output) {
      super(output);
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      requireWanted();
      if (Thread.currentThread().isInterrupted()) {
        throw new DataPlaneException("the work was stopped");
      }
      return super.read(buffer, offset, length);
    }
  }

  private void requireWanted() {
    if (cancelled.getAsBoolean()) {
      throw new DataPlaneException("the work was stopped");
    }
  }
}
