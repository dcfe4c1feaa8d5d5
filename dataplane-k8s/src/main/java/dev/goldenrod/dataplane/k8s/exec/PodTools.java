package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tools that run in a pod. Their files are in memory, as they may hold secrets, and their folders
 * on a disk; both appear in one directory.
 */
public final class PodTools implements ToolRunner {
  private static final Logger LOG = LoggerFactory.getLogger(PodTools.class);
  private static final byte[] NOTHING = {};

  /** For steps that take a moment in a responsive pod. */
  private static final Duration LONGEST_STEP = Duration.ofSeconds(30);

  private static final Duration LONGEST_REMOVAL = Duration.ofMinutes(15);

  /** Prints the process id first, so that the process can be killed when its caller is gone. */
  private static final String RUN =
      "umask 077; cd \"$1\" || exit; shift; echo $$; exec env \"$@\" 2>&1";

  private static final String WRITE =
      """
      set -e
      umask 077
      cat > "$1/$3.new"
      [ "$(wc -c < "$1/$3.new")" -eq "$4" ]
      mv -f "$1/$3.new" "$1/$3"
      ln -sfn "$1/$3" "$2/$3"
      """;

  private static final String MAKE_FOLDER = "umask 077; mkdir -p \"$1\"";
  private static final String REMOVE = "rm -rf -- \"$@\"";
  private static final String END = "kill -s KILL -- \"-$1\" \"$1\" 2>&1 || true";

  private static final String END_ALL =
      """
      there=$(echo /proc/[0-9]*)
      kill -s KILL -- -1 2>/dev/null || true
      tries=0
      for process in $there; do
        while [ -d "$process" ] && [ $tries -lt 200 ]; do
          case "$process" in /proc/1|/proc/$$) break;; esac
          tries=$((tries + 1))
          sleep 0.05
        done
      done
      """;

  private final EnginePod pod;
  private final BooleanSupplier cancelled;

  PodTools(EnginePod pod, BooleanSupplier cancelled) {
    this.pod = pod;
    this.cancelled = cancelled;
  }

  @Override
  public int run(
      String name, List<String> command, Map<String, String> environment, Consumer<String> line) {
    List<String> words = new ArrayList<>(List.of(PodLayout.SCRATCH.toString()));
    environment.forEach((key, value) -> words.add(key + "=" + value));
    words.addAll(command);
    Output output = new Output(line);
    try {
      return pod.run(EnginePod.shell(RUN, words), NOTHING, output, cancelled);
    } catch (RuntimeException e) {
      end(output.process);
      throw e;
    }
  }

  @Override
  public Path file(String name) {
    return PodLayout.SCRATCH.resolve(name);
  }

  @Override
  public Path write(String name, byte[] content) {
    List<String> command =
        EnginePod.shell(
            WRITE,
            PodLayout.PRIVATE.toString(),
            PodLayout.SCRATCH.toString(),
            name,
            Integer.toString(content.length));
    pod.output(command, content, LONGEST_STEP, cancelled);
    return file(name);
  }

  @Override
  public Path makeFolder(String name) {
    List<String> command = EnginePod.shell(MAKE_FOLDER, file(name).toString());
    pod.output(command, NOTHING, LONGEST_STEP, cancelled);
    return file(name);
  }

  @Override
  public void remove(String name) {
    String secret = PodLayout.PRIVATE.resolve(name).toString();
    List<String> command = EnginePod.shell(REMOVE, file(name).toString(), secret);
    pod.output(command, NOTHING, LONGEST_REMOVAL, afterwards());
  }

  /** Leaves cancelled work some time to clean up. */
  private BooleanSupplier afterwards() {
    AtomicLong end = new AtomicLong(Long.MAX_VALUE);
    return () -> {
      if (cancelled.getAsBoolean()) {
        end.compareAndSet(Long.MAX_VALUE, System.nanoTime() + LONGEST_STEP.toNanos());
      }
      return end.get() != Long.MAX_VALUE && System.nanoTime() > end.get();
    };
  }

  /** Kills all processes of the pod but its first, as after an interrupted run. */
  public void endAll() {
    pod.output(List.of("sh", "-c", END_ALL));
  }

  private void end(String process) {
    boolean interrupted = Thread.interrupted();
    try {
      if (!process.isEmpty()) {
        pod.output(EnginePod.shell(END, process), LONGEST_STEP);
      }
    } catch (DataPlaneException e) {
      LOG.debug("Process {} may still run in pod {}: {}", process, pod.name(), e.getMessage());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Passes on the lines of a command after the first, which is the process id. */
  private static final class Output implements Consumer<String> {
    private final Consumer<String> line;
    private String process = "";

    Output(Consumer<String> line) {
      this.line = line;
    }

    @Override
    public void accept(String text) {
      if (process.isEmpty()) {
        process = text;
      } else {
        line.accept(text);
      }
    }
  }
}
