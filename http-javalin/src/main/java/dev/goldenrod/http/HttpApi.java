package dev.goldenrod.http;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.http.web.LongPolls;
import dev.goldenrod.http.web.Pipeline;
import dev.goldenrod.http.web.Route;
import dev.goldenrod.http.web.WebServer;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Serves a control plane over HTTP. Started and stopped once. */
public final class HttpApi {
  private static final int MAX_THREADS = 200;
  private static final int MIN_THREADS = 8;

  private final WebServer server;
  private final LongPolls polls;

  private HttpApi(WebServer server, LongPolls polls) {
    this.server = server;
    this.polls = polls;
  }

  /** A surface of the control plane that is not started. */
  public static HttpApi create(ControlPlane control, HttpOptions options) {
    QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, MIN_THREADS);
    threads.setName("http");
    LongPolls polls = new LongPolls(threads);
    WebServer server =
        new WebServer(
            routes(control, options, polls),
            new Pipeline(control, threads),
            threads,
            options.idleTimeout(),
            options.stopTimeout(),
            options.bodyBytesInFlight());
    return new HttpApi(server, polls);
  }

  /**
   * Starts to accept requests and returns itself.
   *
   * @param port 0 for any free one
   * @throws java.io.UncheckedIOException when the address is taken or forbidden
   */
  public HttpApi start(String host, int port) {
    server.start(host, port);
    return this;
  }

  /** The port it listens on. */
  public int port() {
    return server.port();
  }

  /**
   * Stops accepting, answers those that wait with what there is, and returns when what is in flight
   * is finished or the stop timeout is over.
   */
  public void stop() {
    polls.completeAll();
    server.stop();
  }

  static List<Route> routes(ControlPlane control, HttpOptions options, LongPolls polls) {
    DatabaseRoutes databases =
        new DatabaseRoutes(control.databases(), control.schemas(), polls, options.patience());
    GoldenRoutes goldens = new GoldenRoutes(control.goldens(), control.snapshots());
    return Stream.of(
            new ServiceRoutes(control, options).routes(),
            new AuthRoutes(control.sessions(), control.tokens()).routes(),
            new InviteRoutes(control.invites()).routes(),
            new UserRoutes(control.members()).routes(),
            new ClusterRoutes(control.clusters()).routes(),
            new EngineRoutes(control.engines()).routes(),
            goldens.routes(),
            goldens.sharedRoutes(),
            new SourceRoutes(control.sources()).routes(),
            new ImportRoutes(control.imports(), polls).routes(),
            new InstanceRoutes(control.instances(), polls).routes(),
            databases.routes(),
            new DatabaseSnapshotRoutes(
                    control.databases(), control.snapshots(), databases, polls, options.patience())
                .routes(),
            new PoolRoutes(control.pools()).routes(),
            new QuotaRoutes(control.quotas()).routes(),
            new AuditRoutes(control.auditLog()).routes())
        .flatMap(List::stream)
        .toList();
  }
}
