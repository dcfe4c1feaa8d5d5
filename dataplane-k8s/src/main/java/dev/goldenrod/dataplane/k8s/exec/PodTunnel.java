package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.Backoff;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;

/**
 * A local port that leads to a port of a pod. Each connection is a stream of its own through the
 * API server. Thread-safe.
 */
public final class PodTunnel implements AutoCloseable {
  private static final ThreadFactory THREADS = new DaemonThreads("pod-tunnel");
  private static final int MOST_WAITING = 50;
  private static final Duration RETRY = Duration.ofMillis(20);

  private final ApiClient client;
  private final String pod;
  private final String subresource;
  private final int podPort;
  private final ServerSocket server;
  private final Set<TunnelConnection> connections = ConcurrentHashMap.newKeySet();

  private PodTunnel(
      ApiClient client, String namespace, String pod, int podPort, ServerSocket server) {
    this.client = client;
    this.pod = pod;
    this.subresource = "/api/v1/namespaces/%s/pods/%s/portforward".formatted(namespace, pod);
    this.podPort = podPort;
    this.server = server;
  }

  /**
   * Opens the tunnel. A missing pod or listener only shows at the first connection.
   *
   * @param port on the pod's loopback address
   */
  public static PodTunnel open(ApiClient client, String namespace, String pod, int port) {
    try {
      ServerSocket server = new ServerSocket(0, MOST_WAITING, InetAddress.getLoopbackAddress());
      PodTunnel tunnel = new PodTunnel(client, namespace, pod, port, server);
      THREADS.newThread(tunnel::acceptAll).start();
      return tunnel;
    } catch (IOException e) {
      throw new DataPlaneException(
          "cannot open a local port for a connection to pod %s: %s".formatted(pod, e.getMessage()),
          e);
    }
  }

  public int port() {
    return server.getLocalPort();
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new DataPlaneException("cannot close the tunnel to pod " + pod, e);
    } finally {
      connections.forEach(TunnelConnection::close);
    }
  }

  private void acceptAll() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        socket.setTcpNoDelay(true);
        THREADS.newThread(() -> relay(socket)).start();
      } catch (IOException e) {
        // The socket is closed, or there is no file descriptor left for another connection.
        Backoff.pause(RETRY);
      }
    }
  }

  private void relay(Socket socket) {
    try (TunnelConnection connection = new TunnelConnection(pod, socket)) {
      connections.add(connection);
      if (!server.isClosed()) {
        connection.relay(client, subresource, podPort);
      }
      connections.remove(connection);
    }
  }
}
