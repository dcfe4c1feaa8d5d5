package dev.goldenrod.dataplane.k8s.server;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.exec.PodTunnel;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.dataplane.k8s.work.Futures;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.Engine;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.engine.ServerContext.ServerTls;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;

/** The servers in the pods of databases. Thread-safe. */
public final class DatabaseServers {
  private static final List<String> EVERYWHERE = List.of("0.0.0.0");

  /** For calls that do not start a server. */
  private static final Resources ANY = new Resources(512, 0, 0);

  private final DatabaseContext context;
  private final ExecutorService calls =
      Executors.newCachedThreadPool(new DaemonThreads("server-talk"));

  public DatabaseServers(DatabaseContext context) {
    this.context = context;
  }

  /** Returns the server of the database's current data, for calls that do not start it. */
  public EngineServer of(DatabaseRoot root) {
    return of(root, ANY);
  }

  public EngineServer of(DatabaseRoot root, Resources resources) {
    DatabaseInfo info = info(root);
    Engine engine = context.engine(info.type());
    return engine.server(
        new ServerContext(
            "goldenrod-" + shortId(root.id()),
            info,
            root.files(context.cluster().secrets()),
            UnaryOperator.identity(),
            PodLayout.DATA,
            PodLayout.CONFIGURATION,
            EVERYWHERE,
            engine.defaultPort(),
            resources,
            true,
            tls(root)));
  }

  /** A server that was started with TLS uses it until it ends, whatever the options say. */
  private Optional<ServerTls> tls(DatabaseRoot root) {
    return root.hasTls()
        ? Optional.of(
            new ServerTls(
                PodLayout.TLS.resolve(PodLayout.TLS_IDENTITY),
                PodLayout.TLS.resolve(PodLayout.TLS_AUTHORITY),
                certificate(root).map(ServedCertificate::trusted).orElse("")))
        : Optional.empty();
  }

  public Optional<ServedCertificate> certificate(DatabaseRoot root) {
    String name = root.names().tls();
    return context
        .cluster()
        .secrets()
        .cache()
        .get(name)
        .or(() -> context.cluster().secrets().get(name))
        .map(ServedCertificate::new);
  }

  public int port(DatabaseRoot root) {
    return context.engine(info(root).type()).defaultPort();
  }

  public static DatabaseInfo info(DatabaseRoot root) {
    return root.info()
        .orElseThrow(
            () ->
                WorkFailure.blocked(
                    "Secret %s no longer describes the database".formatted(root.names().root())));
  }

  /** Opens a tunnel to the server, which sees a connection from its own pod. */
  public PodTunnel tunnel(DatabaseRoot root) {
    return context.pods().apply(root.names().pod()).tunnel(port(root));
  }

  /**
   * Talks to the server through a tunnel, on another thread: a server that does not answer delays
   * no stop, reset or removal of the database.
   *
   * @param call receives the port that leads to the server
   * @throws WorkFailure if it takes longer than {@code atMost}
   */
  public void callThroughTunnel(
      DatabaseRoot root, Duration atMost, ClusterWait waiting, IntConsumer call) {
    try (PodTunnel tunnel = tunnel(root)) {
      CompletableFuture<Void> end =
          CompletableFuture.runAsync(() -> call.accept(tunnel.port()), calls);
      end.whenComplete((nothing, failure) -> waiting.wake());
      if (!waiting.until(end::isDone, atMost)) {
        throw WorkFailure.blocked(
            "the database server did not answer within " + atMost.toSeconds() + " s");
      }
      Futures.join(end);
    }
  }

  private static String shortId(UUID id) {
    return id.toString().substring(0, 8);
  }
}
