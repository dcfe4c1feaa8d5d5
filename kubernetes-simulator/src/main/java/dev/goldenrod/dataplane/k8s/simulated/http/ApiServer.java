package dev.goldenrod.dataplane.k8s.simulated.http;

import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.api.PodAccess;
import dev.goldenrod.dataplane.k8s.simulated.traffic.CallLog;
import dev.goldenrod.dataplane.k8s.simulated.traffic.Faults;
import dev.goldenrod.dataplane.k8s.simulated.traffic.Tokens;
import java.net.BindException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/** The API server, on a port of the loopback address. */
public final class ApiServer implements AutoCloseable {
  private final Server server;
  private final ServerConnector connector;
  private final ApiHandler handler;
  private final CallLog calls = new CallLog();
  private final Faults faults = new Faults();
  private final Tokens tokens = new Tokens();

  public ApiServer(ObjectApi api, PodAccess pods) {
    QueuedThreadPool threads = new QueuedThreadPool(1_000, 8);
    threads.setName("simulated-api");
    threads.setDaemon(true);
    server = new Server(threads);
    connector = new ServerConnector(server, 1, 1);
    connector.setHost("127.0.0.1");
    connector.setIdleTimeout(Duration.ofHours(1).toMillis());
    server.addConnector(connector);
    ServerWebSocketContainer sockets = ServerWebSocketContainer.ensure(server);
    sockets.setMaxBinaryMessageSize(32L << 20);
    sockets.setMaxFrameSize(32L << 20);
    sockets.setIdleTimeout(Duration.ZERO);
    handler = new ApiHandler(api, new PodStreams(pods, sockets), calls, faults, tokens);
    server.setHandler(handler);
  }

  public void start() {
    try {
      server.start();
    } catch (Exception e) {
      throw new IllegalStateException("the simulated API server did not start", e);
    }
  }

  public String url() {
    return "http://127.0.0.1:" + connector.getLocalPort();
  }

  public CallLog calls() {
    return calls;
  }

  public Faults faults() {
    return faults;
  }

  public Tokens tokens() {
    return tokens;
  }

  public void dropWatches() {
    handler.dropWatches();
  }

  /** Stops listening and aborts every watch, until {@link #acceptConnections}. */
  public void refuseConnections() {
    int port = connector.getLocalPort();
    dropWatches();
    try {
      connector.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the simulated API server did not stop listening", e);
    }
    connector.setPort(port);
  }

  public void cutConnections() {
    dropWatches();
    connector.getConnectedEndPoints().forEach(EndPoint::close);
  }

  public void acceptConnections() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!isListening(end)) {
      Thread.onSpinWait();
    }
  }

  /**
   * The system may have used the port as a client's ephemeral port meanwhile, so bind errors are
   * retried until {@code end}.
   */
  private boolean isListening(long end) {
    try {
      connector.start();
      return true;
    } catch (Exception e) {
      if (e.getCause() instanceof BindException && System.nanoTime() < end) {
        return false;
      }
      throw new IllegalStateException("the simulated API server did not start listening again", e);
    }
  }

  public int watches() {
    return handler.watches();
  }

  @Override
  public void close() {
    try {
      dropWatches();
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the simulated API server did not stop", e);
    }
  }
}
