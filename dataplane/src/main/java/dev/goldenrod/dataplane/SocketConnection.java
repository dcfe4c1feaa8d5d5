package dev.goldenrod.dataplane;

import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.tunnel.ClientConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A TCP connection to a database server. */
public final class SocketConnection implements ClientConnection {
  private static final Logger LOG = LoggerFactory.getLogger(SocketConnection.class);
  private static final Duration TO_CONNECT = Duration.ofSeconds(5);

  private final Socket socket;
  private final Runnable onClose;

  private SocketConnection(Socket socket, Runnable onClose) {
    this.socket = socket;
    this.onClose = onClose;
  }

  /**
   * Connects to a port of this machine's loopback address.
   *
   * @param label names the database in error messages
   * @param onClose runs when the connection is closed, and also when it cannot be opened
   * @throws DataPlaneException if the port accepts no connection within five seconds
   */
  public static SocketConnection toLoopback(String label, int port, Runnable onClose) {
    Socket socket = new Socket();
    try {
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
          (int) TO_CONNECT.toMillis());
      socket.setTcpNoDelay(true);
      return new SocketConnection(socket, onClose);
    } catch (IOException e) {
      new SocketConnection(socket, onClose).close();
      throw new DataPlaneException("cannot connect to %s: %s".formatted(label, e.getMessage()), e);
    }
  }

  @Override
  public int read(byte[] buffer) throws IOException {
    return socket.getInputStream().read(buffer);
  }

  @Override
  public void write(byte[] buffer, int length) throws IOException {
    socket.getOutputStream().write(buffer, 0, length);
  }

  @Override
  public void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("Cannot close the connection to a database: {}", e.getMessage());
    } finally {
      onClose.run();
    }
  }
}
