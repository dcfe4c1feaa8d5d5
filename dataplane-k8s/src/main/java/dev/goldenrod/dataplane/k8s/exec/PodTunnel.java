package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.Backoff;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.Pair;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import okio.ByteString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A local port that leads to a port of a pod. Each connection is a stream of its own through the
 * API server. Thread-safe.
 */
public final class PodTunnel implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PodTunnel.class);
  private static final ThreadFactory THREADS = new DaemonThreads("pod-tunnel");
  private static final int MOST_WAITING = 50;
  private static final Duration RETRY = Duration.ofMillis(20);

  private final ApiClient client;
  private final String pod;
  private final String subresource;
  private final int podPort;
  private final ServerSocket server;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();

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
      connections.forEach(Connection::close);
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
    try (Connection connection = new Connection(socket)) {
      connections.add(connection);
      if (!server.isClosed()) {
        connection.relay();
      }
      connections.remove(connection);
    }
  }

  private final class Connection implements PodStream.Receiver, AutoCloseable {
    private static final int DATA = 0;
    private static final int ERRORS = 1;

    /** Each channel begins with the port's number, in two bytes. */
    private static final int PREFIX = 2;

    private static final int BUFFER = 32 * 1024;

    private final Socket socket;
    private final int[] prefixLeft = {PREFIX, PREFIX};

    Connection(Socket socket) {
      this.socket = socket;
    }

    /** Relays bytes in both directions until one side ends. */
    void relay() {
      try (PodStream stream =
              PodStream.open(
                  client,
                  subresource,
                  List.of(new Pair("ports", Integer.toString(podPort))),
                  this,
                  PodStream.FIRST_PAUSE);
          InputStream input = socket.getInputStream()) {
        byte[] buffer = new byte[BUFFER];
        boolean isOpen = true;
        for (int count = input.read(buffer); isOpen && count >= 0; count = input.read(buffer)) {
          isOpen = stream.send(DATA, buffer, 0, count);
        }
      } catch (IOException e) {
        LOG.debug("a connection to port {} of pod {} ended: {}", podPort, pod, e.getMessage());
      } catch (DataPlaneException e) {
        LOG.warn("Cannot connect to port {} of pod {}: {}", podPort, pod, e.getMessage());
      }
    }

    @Override
    public void received(int channel, ByteString bytes) {
      if (channel > ERRORS) {
        return;
      }
      int skipped = Math.min(prefixLeft[channel], bytes.size());
      prefixLeft[channel] -= skipped;
      if (skipped < bytes.size()) {
        accept(channel, bytes.substring(skipped));
      }
    }

    @Override
    public void ended(String why) {
      close();
    }

    /** Closes the local socket, which ends the relaying. */
    @Override
    public void close() {
      try {
        socket.close();
      } catch (IOException e) {
        LOG.debug("a connection to pod {} did not close: {}", pod, e.getMessage());
      }
    }

    private void accept(int channel, ByteString bytes) {
      if (channel == ERRORS) {
        LOG.debug("a connection to pod {} is refused: {}", pod, bytes.utf8());
        close();
        return;
      }
      try {
        bytes.write(socket.getOutputStream());
      } catch (IOException e) {
        close();
      }
    }
  }
}
