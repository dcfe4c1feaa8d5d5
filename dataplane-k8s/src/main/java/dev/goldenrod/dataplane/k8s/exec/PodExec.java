package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.Pair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import okio.ByteString;

/** Runs commands in the pods of a namespace. Thread-safe. */
public final class PodExec {
  private static final Duration LONGEST_COMMAND = Duration.ofMinutes(15);

  /** Limits the input by its length, because an older API server cannot signal its end. */
  private static final String WITH_INPUT = "n=$1; shift; head -c \"$n\" | \"$@\"";

  private final ApiClient client;
  private final String namespace;
  private final Duration firstPause;

  public PodExec(ApiClient client, String namespace) {
    this(client, namespace, PodStream.FIRST_PAUSE);
  }

  /**
   * @param firstPause before the first retry on a busy server; each later one is twice as long
   */
  PodExec(ApiClient client, String namespace, Duration firstPause) {
    this.client = client;
    this.namespace = namespace;
    this.firstPause = firstPause;
  }

  /**
   * Runs the command to its end and returns its exit code. If this throws, the command may continue
   * in the pod.
   *
   * @param line receives each line of output, in this thread
   * @param cancelled whether to stop waiting; called a few times a second
   * @throws DataPlaneException if the pod cannot be reached, the connection breaks, or it is
   *     cancelled
   */
  public int run(
      String pod,
      List<String> command,
      byte[] input,
      Consumer<String> line,
      BooleanSupplier cancelled) {
    LineSplitter output = new LineSplitter(line);
    LineSplitter errors = new LineSplitter(line);
    int exitCode = run(pod, command, input, output::accept, errors::accept, cancelled);
    output.end();
    errors.end();
    return exitCode;
  }

  int run(
      String pod,
      List<String> command,
      byte[] input,
      Consumer<ByteString> output,
      Consumer<ByteString> errors,
      BooleanSupplier cancelled) {
    boolean hasInput = input.length > 0;
    CommandRun run = new CommandRun(pod, output, errors);
    try (PodStream stream =
        PodStream.open(
            client,
            "/api/v1/namespaces/%s/pods/%s/exec".formatted(namespace, pod),
            parameters(hasInput ? reading(input.length, command) : command, hasInput),
            run,
            firstPause)) {
      return run.finish(stream, input, cancelled);
    } finally {
      run.abandon();
    }
  }

  /**
   * Returns the command's output, limited in time and size because pods are not trusted.
   *
   * @throws DataPlaneException if the exit code is not 0, the output exceeds 1 MiB, or it takes
   *     longer than 15 minutes; or as {@link #run} does
   */
  public String output(String pod, List<String> command, byte[] input) {
    return output(pod, command, input, LONGEST_COMMAND, () -> false);
  }

  String output(
      String pod, List<String> command, byte[] input, Duration atMost, BooleanSupplier cancelled) {
    PrintedLines printed = new PrintedLines(command.get(0), pod);
    long end = System.nanoTime() + atMost.toNanos();
    BooleanSupplier isToStop =
        () -> {
          if (System.nanoTime() > end) {
            throw new ApiUnavailableException(
                "'%s' did not end within %d s in pod %s"
                    .formatted(command.get(0), atMost.toSeconds(), pod));
          }
          return cancelled.getAsBoolean();
        };
    return printed.text(run(pod, command, input, printed, isToStop));
  }

  private static List<String> reading(int bytes, List<String> command) {
    List<String> reading =
        new ArrayList<>(List.of("sh", "-c", WITH_INPUT, "sh", Integer.toString(bytes)));
    reading.addAll(command);
    return reading;
  }

  private static List<Pair> parameters(List<String> command, boolean hasInput) {
    List<Pair> parameters = new ArrayList<>();
    command.forEach(word -> parameters.add(new Pair("command", word)));
    parameters.add(new Pair("container", PodLayout.CONTAINER));
    parameters.add(new Pair("stdin", Boolean.toString(hasInput)));
    parameters.add(new Pair("stdout", "true"));
    parameters.add(new Pair("stderr", "true"));
    return parameters;
  }
}
