package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The tools of one step, which continue in a pod while no server is connected. A server that
 * repeats the step in the same pod attaches to the existing runs, in their order.
 */
public final class DetachedTools implements ToolRunner {
  /**
   * A run cannot be resumed, because its former command was another one, as with another release.
   */
  public static final class CommandMismatchException extends DataPlaneException {
    private static final long serialVersionUID = 1L;

    CommandMismatchException(String message) {
      super(message);
    }
  }

  private final EnginePod pod;
  private final PodTools files;
  private final String step;
  private final PodCallRetry retry;
  private final Set<String> written = new HashSet<>();
  private int runs;
  private boolean isInterrupted;

  DetachedTools(EnginePod pod, String step, PodCallRetry retry) {
    this.pod = pod;
    this.files = pod.tools(retry.cancelled());
    this.step = step;
    this.retry = retry;
  }

  public int runs() {
    return runs;
  }

  /** Sets the number of runs that are done already. */
  public void skipRuns(int count) {
    runs = count;
  }

  /** Leaves a run going if the wait for its end was interrupted. Its files stay then. */
  @Override
  public int run(
      String name, List<String> command, Map<String, String> environment, Consumer<String> line) {
    List<String> words = new ArrayList<>();
    environment.forEach((key, value) -> words.add(key + "=" + value));
    words.addAll(command);
    isInterrupted = true;
    int exitCode = detached(++runs, words, line).awaitEnd();
    isInterrupted = false;
    return exitCode;
  }

  @Override
  public Path file(String name) {
    return files.file(name);
  }

  @Override
  public Path write(String name, byte[] content) {
    written.add(name);
    return retry.call(() -> files.write(name, content));
  }

  @Override
  public Path makeFolder(String name) {
    if (!isNextRunStarted()) {
      retry.call(() -> files.makeFolder(name));
    }
    return file(name);
  }

  @Override
  public void remove(String name) {
    if (!isInterrupted && (written.contains(name) || !isNextRunStarted())) {
      retry.call(
          () -> {
            files.remove(name);
            return true;
          });
    }
  }

  /** Returns whether the next run exists already, which implies that the work before it is done. */
  private boolean isNextRunStarted() {
    return detached(runs + 1, List.of(), line -> {}).isClaimed();
  }

  private DetachedRun detached(int number, List<String> words, Consumer<String> line) {
    return new DetachedRun(pod, retry, step + "-" + number, words, line);
  }
}
