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

/** A connection to a database's server over TCP. */
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
   * @param label of the database, for people
   * @param onClose what ends with the connection; done also when there is none
   * @throws DataPlaneException when nobody accepts there
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
      throw new DataPlaneException(
          "%s accepts no connection: %s".formatted(label, e.getMessage()), e);
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
      LOG.debug("a connection to a database did not close: {}", e.getMessage());
    } finally {
      onClose.run();
    }
  }
}
