package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.engine.ToolRunner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Tools of one step that go on in a pod while no server is connected to it. The server that does
 * the step again in the same pod is shown the runs that were begun, in their order, and each as it
 * was.
 */
public final class DetachedTools implements ToolRunner {
  private final EnginePod pod;
  private final PodTools files;
  private final String step;
  private final Persistence persistence;
  private final Set<String> written = new HashSet<>();
  private int runs;
  private boolean isLeft;

  DetachedTools(EnginePod pod, String step, Persistence persistence) {
    this.pod = pod;
    this.files = pod.tools(persistence.cancelled());
    this.step = step;
    this.persistence = persistence;
  }

  /** How many runs there were. */
  public int runs() {
    return runs;
  }

  /** Goes on after that many runs. */
  public void goOnAfter(int count) {
    runs = count;
  }

  /** A run whose end was not awaited goes on: what it works with stays. */
  @Override
  public int run(
      String name, List<String> command, Map<String, String> environment, Consumer<String> line) {
    List<String> words = new ArrayList<>();
    environment.forEach((key, value) -> words.add(key + "=" + value));
    words.addAll(command);
    isLeft = true;
    int exitCode = detached(++runs, words, line).awaitEnd();
    isLeft = false;
    return exitCode;
  }

  @Override
  public Path file(String name) {
    return files.file(name);
  }

  @Override
  public Path write(String name, byte[] content) {
    written.add(name);
    return persistence.make(() -> files.write(name, content));
  }

  @Override
  public Path makeFolder(String name) {
    if (!hasBegunMore()) {
      persistence.make(() -> files.makeFolder(name));
    }
    return file(name);
  }

  @Override
  public void remove(String name) {
    if (!isLeft && (written.contains(name) || !hasBegunMore())) {
      persistence.make(
          () -> {
            files.remove(name);
            return true;
          });
    }
  }

  /** Whether the next run was begun before, and so whatever comes before it was done. */
  private boolean hasBegunMore() {
    return detached(runs + 1, List.of(), line -> {}).isClaimed();
  }

  private DetachedRun detached(int number, List<String> words, Consumer<String> line) {
    return new DetachedRun(pod, persistence, step + "-" + number, words, line);
  }
}
