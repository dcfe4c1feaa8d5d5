package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.dataplane.archive.ArchiveFacts.Platform;
import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.PrivateFiles;
import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.Pair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import okio.ByteString;

/**
 * A running pod with an engine's programs on its path and a volume, laid out as {@link PodLayout}
 * says. Runs commands in the pod. Thread-safe.
 *
 * @param client for streams, which stay open
 * @param firstPause before the first retry of a command on a busy server; each later one is twice
 *     as long
 */
public record EnginePod(ApiClient client, String namespace, String name, Duration firstPause) {
  private static final Duration LONGEST_COMMAND = Duration.ofMinutes(15);
  private static final byte[] NOTHING = {};

  /** Limits the input by its length, because an older API server cannot signal its end. */
  private static final String WITH_INPUT = "n=$1; shift; head -c \"$n\" | \"$@\"";

  private static final String PLATFORM =
      "uname -s; uname -m; getconf GNU_LIBC_VERSION 2> /dev/null || true";

  public EnginePod {
    Objects.requireNonNull(client);
    Objects.requireNonNull(namespace);
    Objects.requireNonNull(name);
  }

  public EnginePod(ApiClient client, String namespace, String name) {
    this(client, namespace, name, PodStream.FIRST_PAUSE);
  }

  /** Returns the command that runs the script in a shell, with {@code $1} and so on. */
  public static List<String> shell(String script, String... arguments) {
    return shell(script, List.of(arguments));
  }

  static List<String> shell(String script, List<String> arguments) {
    List<String> words = new ArrayList<>(List.of("sh", "-c", script, "sh"));
    words.addAll(arguments);
    return words;
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
      List<String> command, byte[] input, Consumer<String> line, BooleanSupplier cancelled) {
    LineSplitter output = new LineSplitter(line);
    LineSplitter errors = new LineSplitter(line);
    int exitCode = run(command, input, output::accept, errors::accept, cancelled);
    output.end();
    errors.end();
    return exitCode;
  }

  int run(
      List<String> command,
      byte[] input,
      Consumer<ByteString> output,
      Consumer<ByteString> errors,
      BooleanSupplier cancelled) {
    boolean hasInput = input.length > 0;
    CommandRun run = new CommandRun(name, output, errors);
    try (PodStream stream =
        PodStream.open(
            client,
            "/api/v1/namespaces/%s/pods/%s/exec".formatted(namespace, name),
            parameters(hasInput ? reading(input.length, command) : command, hasInput),
            run,
            firstPause)) {
      return run.finish(stream, input, cancelled);
    } finally {
      run.abandon();
    }
  }

  private static List<String> reading(int bytes, List<String> command) {
    List<String> reading = shell(WITH_INPUT, Integer.toString(bytes));
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

  /**
   * Returns the command's output, limited in time and size because pods are not trusted.
   *
   * @throws DataPlaneException if the exit code is not 0, the output exceeds 1 MiB, or it takes
   *     longer than 15 minutes; or as {@link #run} does
   */
  public String output(List<String> command) {
    return output(command, NOTHING);
  }

  String output(List<String> command, byte[] input) {
    return output(command, input, LONGEST_COMMAND, () -> false);
  }

  public String output(List<String> command, Duration atMost) {
    return output(command, NOTHING, atMost, () -> false);
  }

  String output(List<String> command, byte[] input, Duration atMost, BooleanSupplier cancelled) {
    PrintedLines printed = new PrintedLines(command.get(0), name);
    long end = System.nanoTime() + atMost.toNanos();
    BooleanSupplier isToStop =
        () -> {
          if (System.nanoTime() > end) {
            throw new ApiUnavailableException(
                "'%s' did not end within %d s in pod %s"
                    .formatted(command.get(0), atMost.toSeconds(), name));
          }
          return cancelled.getAsBoolean();
        };
    return printed.text(run(command, input, printed, isToStop));
  }

  /** Collects the output of a command in a pod, up to 1 MiB. Used by one thread at a time. */
  private static final class PrintedLines implements Consumer<String> {
    private static final int MOST_CHARACTERS = 1 << 20;
    private static final int SHOWN_LINES = 5;

    private final String command;
    private final String pod;
    private final List<String> lines = new ArrayList<>();
    private int characters;

    PrintedLines(String command, String pod) {
      this.command = command;
      this.pod = pod;
    }

    @Override
    public void accept(String line) {
      characters += line.length() + 1;
      if (characters > MOST_CHARACTERS) {
        throw new DataPlaneException(
            "output of '%s' in pod %s is too long".formatted(command, pod));
      }
      lines.add(line);
    }

    /** Returns the lines; throws with the last ones if the exit code is not 0. */
    String text(int exitCode) {
      if (exitCode != 0) {
        List<String> last = lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size());
        throw new DataPlaneException(
            "'%s' failed in pod %s with exit code %d: %s"
                .formatted(command, pod, exitCode, String.join("; ", last)));
      }
      return String.join("\n", lines);
    }
  }

  /** Returns the platform of the pod's programs. */
  public Platform platform() {
    List<String> told = output(List.of("sh", "-c", PLATFORM)).lines().toList();
    String machine = told.get(1);
    return new Platform(
        told.get(0),
        machine.equals("x86_64") ? "amd64" : machine,
        told.size() > 2 ? told.get(2) : "");
  }

  /** Returns the size of the files in the data directory, in bytes. */
  public long dataBytes() {
    String printed = output(List.of("du", "-sk", PodLayout.DATA.toString()));
    return Long.parseLong(printed.split("\\s", 2)[0]) * 1024;
  }

  /** Opens a local port that leads to the port on the pod's loopback address. */
  public PodTunnel tunnel(int port) {
    return PodTunnel.open(client, namespace, name, port);
  }

  /** Returns the engine's tools in the pod, which end on cancellation. */
  public PodTools tools(BooleanSupplier cancelled) {
    return new PodTools(this, cancelled);
  }

  public PodFiles files(BooleanSupplier cancelled) {
    return new PodFiles(this, cancelled);
  }

  /**
   * Returns the means to prepare data on the pod's volume, while no server runs on it.
   *
   * @param files the data's private files
   */
  public DataDirectoryContext preparation(
      String release, PrivateFiles files, BooleanSupplier cancelled) {
    PodTools tools = tools(cancelled);
    return preparation(
        release,
        files,
        tools,
        new PodServers(
            this, PodCallRetry.none(cancelled), files, PodServers.PodServer::stop, tools::endAll));
  }

  /** Returns the tools of a step, which continue while no server is connected to the pod. */
  public DetachedTools detached(String step, PodCallRetry retry) {
    return new DetachedTools(this, step, retry);
  }

  /** Returns the means to prepare data with detached tools and a detached server. */
  public DataDirectoryContext preparation(
      String release, PrivateFiles files, DetachedTools tools, PodCallRetry retry) {
    return preparation(
        release, files, tools, new PodServers(this, retry, files, left -> {}, () -> {}));
  }

  private static DataDirectoryContext preparation(
      String release, PrivateFiles files, ToolRunner tools, PodServers servers) {
    return new DataDirectoryContext(
        release, UnaryOperator.identity(), PodLayout.DATA, files, tools, servers);
  }
}
