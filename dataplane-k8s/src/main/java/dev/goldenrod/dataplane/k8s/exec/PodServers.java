package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.Backoff;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.PrivateFiles;
import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.engine.ServerRunner;
import dev.goldenrod.port.DataPlaneException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Runs servers on data that is being made on a pod's volume. They are reachable only from within
 * the pod.
 */
final class PodServers implements ServerRunner {
  /** Always free, because each pod has its own network namespace. */
  private static final int PORT = 7799;

  private static final String LOOPBACK = "127.0.0.1";
  private static final Resources RESOURCES = new Resources(512, 0, 0);

  private final EnginePod pod;
  private final PodCallRetry retry;
  private final PrivateFiles files;
  private final Consumer<PodServer> interrupted;
  private final Runnable failed;

  /**
   * @param interrupted is called with a server whose work was interrupted
   * @param failed is called when a server does not start
   */
  PodServers(
      EnginePod pod,
      PodCallRetry retry,
      PrivateFiles files,
      Consumer<PodServer> interrupted,
      Runnable failed) {
    this.pod = pod;
    this.retry = retry;
    this.files = files;
    this.interrupted = interrupted;
    this.failed = failed;
  }

  @Override
  public Running start(DatabaseInfo info, Function<ServerContext, EngineServer> server) {
    PodServer process = new PodServer(pod, retry, server.apply(context(info)), PORT);
    start(process);
    PodTunnel tunnel = pod.tunnel(PORT);
    return new Running(
        tunnel.port(),
        PORT,
        () -> {
          try (tunnel) {
            process.stop();
          }
        },
        () -> {
          try (tunnel) {
            interrupted.accept(process);
          }
        });
  }

  private void start(PodServer process) {
    try {
      process.start();
    } catch (RuntimeException e) {
      clear(e);
      throw e;
    }
  }

  private void clear(RuntimeException reason) {
    try {
      failed.run();
    } catch (DataPlaneException e) {
      reason.addSuppressed(e);
    }
  }

  private ServerContext context(DatabaseInfo info) {
    return new ServerContext(
        pod.name(),
        info,
        files,
        UnaryOperator.identity(),
        PodLayout.DATA,
        PodLayout.SCRATCH,
        List.of(LOOPBACK),
        PORT,
        RESOURCES,
        true,
        Optional.empty());
  }

  /** The process of one server in a pod. Used by one thread. */
  static final class PodServer {
    private static final String LOG = PodLayout.SCRATCH.resolve("server.log").toString();
    private static final String SEPARATOR = "--";

    /**
     * Finds the running server, or reads its configuration files from standard input and starts it.
     */
    private static final String LAUNCH =
        """
        set -e
        umask 077
        private=$1; scratch=$2; log=$3; shift 3
        if there=$(readlink "$private/server.process") && kill -0 "$there" 2> /dev/null; then
          echo "$there"
          exit
        fi
        while [ "$1" != -- ]; do
          head -c "$2" > "$private/$1"
          [ "$(wc -c < "$private/$1")" -eq "$2" ]
          ln -sfn "$private/$1" "$scratch/$1"
          shift 2
        done
        shift
        while [ "$1" != -- ]; do rm -rf -- "$0/$1"; shift; done
        shift
        cd "$0"
        rm -f "$private/server.process"
        sh -c 'ln -s "$$" "$0" && exec "$@"' "$private/server.process" "$@" > "$log" 2>&1 < /dev/null &
        echo $!
        """;

    /** Tolerates that the server removes or creates its PID file between any two steps. */
    private static final String STATE =
        """
        if kill -0 "$1" 2>/dev/null; then echo runs; else echo ended; fi
        if grep -qi ":$3 00000000:0000 0A" /proc/net/tcp; then echo listens; else echo silent; fi
        if [ -f "$2" ]; then head -c 8192 "$2" 2>/dev/null || true; fi
        """;

    private static final String STOP =
        """
        kill -s "$2" "$1" 2>/dev/null || true
        tries=0
        while kill -0 "$1" 2>/dev/null; do
          [ $tries -lt "$3" ] || exit 1
          tries=$((tries + 1))
          sleep 0.05
        done
        rm -f "$4/server.process"
        """;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
    private static final int LONGEST_LOG = 8192;
    private static final int STOP_TRIES = 10 * 60 * 20;

    private final EnginePod pod;
    private final PodCallRetry retry;
    private final EngineServer server;
    private final int port;
    private String process = "";

    PodServer(EnginePod pod, PodCallRetry retry, EngineServer server, int port) {
      this.pod = pod;
      this.retry = retry;
      this.server = server;
      this.port = port;
    }

    /** Starts the server unless it runs, and waits until it accepts logins. */
    void start() {
      process = retry.call(this::launch);
      Backoff pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
      while (!isReady()) {
        retry.requireNotCancelled();
        pause.pause();
      }
    }

    void stop() {
      shell(
          STOP,
          List.of(
              process,
              server.stopSignal().name(),
              Integer.toString(STOP_TRIES),
              PodLayout.PRIVATE.toString()));
    }

    private String launch() {
      ByteArrayOutputStream texts = new ByteArrayOutputStream();
      List<String> words = new ArrayList<>();
      words.addAll(List.of("sh", "-c", LAUNCH, PodLayout.DATA.toString()));
      words.addAll(List.of(PodLayout.PRIVATE.toString(), PodLayout.SCRATCH.toString(), LOG));
      server
          .configuration()
          .forEach(
              (name, text) -> {
                byte[] content = text.getBytes(StandardCharsets.UTF_8);
                texts.writeBytes(content);
                words.addAll(List.of(name, Integer.toString(content.length)));
              });
      words.add(SEPARATOR);
      words.addAll(server.overrides());
      words.add(SEPARATOR);
      words.addAll(server.command());
      return pod.output(words, texts.toByteArray());
    }

    private boolean isReady() {
      String pidFile = PodLayout.DATA.resolve(server.pidFile()).toString();
      List<String> state =
          shell(STATE, List.of(process, pidFile, "%04X".formatted(port))).lines().toList();
      if (!state.get(0).equals("runs")) {
        throw new DataPlaneException(
            "the database server did not start in pod %s; it logged:\n%s"
                .formatted(pod.name(), reason()));
      }
      List<String> lines = state.subList(2, state.size());
      // Ignores the file of a server that crashed before.
      return !lines.isEmpty()
          && lines.get(0).strip().equals(process)
          && server.isReady(lines, () -> state.get(1).equals("listens"));
    }

    private String reason() {
      List<String> tail = List.of("tail", "-c", Integer.toString(LONGEST_LOG), LOG);
      List<String> all = retry.call(() -> pod.output(tail)).lines().toList();
      List<String> telling = all.stream().filter(server::explainsExit).toList();
      return String.join("\n", telling.isEmpty() ? all : telling);
    }

    private String shell(String script, List<String> arguments) {
      return retry.call(() -> pod.output(EnginePod.shell(script, arguments)));
    }
  }
}
