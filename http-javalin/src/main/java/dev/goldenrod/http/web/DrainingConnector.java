package dev.goldenrod.http.web;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * A connector that closes idle connections on shutdown and gives requests in flight the whole stop
 * timeout. Jetty's connector would treat a request that waits for the store as idle.
 */
final class DrainingConnector extends ServerConnector {
  /** During a stop, a client may be idle for 1/150 of the stop timeout: 200 ms of 30 s. */
  private static final int IDLE_PARTS = 150;

  private static final Duration ROUND = Duration.ofMillis(20);

  private final ConnectionGuard guard;
  private final long idleMillisWhenStopping;

  DrainingConnector(
      Server server, ConnectionFactory[] protocols, ConnectionGuard guard, Duration stopTimeout) {
    super(server, protocols);
    this.guard = guard;
    addBean(guard);
    idleMillisWhenStopping = Math.max(1, stopTimeout.dividedBy(IDLE_PARTS).toMillis());
    setShutdownIdleTimeout(stopTimeout.toMillis());
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    guard.begin(getScheduler());
  }

  @Override
  public CompletableFuture<Void> shutdown() {
    CompletableFuture<Void> drained = super.shutdown();
    closeIdleConnections(drained);
    return drained;
  }

  /** Repeats until drained, because connections become idle when their requests are answered. */
  private void closeIdleConnections(CompletableFuture<Void> drained) {
    getConnectedEndPoints().stream()
        .filter(client -> isAnswered(withoutTls(client.getConnection())))
        .filter(client -> client.getIdleTimeout() > idleMillisWhenStopping)
        .forEach(client -> client.setIdleTimeout(idleMillisWhenStopping));
    if (!drained.isDone() && getScheduler().isRunning()) {
      getScheduler()
          .schedule(() -> closeIdleConnections(drained), ROUND.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private static Connection withoutTls(Connection connection) {
    return connection instanceof SslConnection tls
        ? tls.getSslEndPoint().getConnection()
        : connection;
  }

  private static boolean isAnswered(Connection connection) {
    return connection.getMessagesIn() == connection.getMessagesOut();
  }
}
