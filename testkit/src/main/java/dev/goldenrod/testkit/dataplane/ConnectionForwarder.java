package dev.goldenrod.testkit.dataplane;

import dev.goldenrod.tunnel.ClientConnection;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** A local port that forwards its connections to others. */
final class ConnectionForwarder implements AutoCloseable {
  private final Supplier<ClientConnection> target;
  private final ServerSocket server;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

  ConnectionForwarder(Supplier<ClientConnection> target) throws IOException {
    this.target = target;
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    begin(this::acceptAll);
  }

  int port() {
    return server.getLocalPort();
  }

  private static void begin(Runnable work) {
    Thread thread = new Thread(work, "forwarder");
    thread.setDaemon(true);
    thread.start();
  }

  private void acceptAll() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        sockets.add(socket);
        begin(() -> forward(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void forward(Socket socket) {
    try (socket;
        ClientConnection connection = target.get()) {
      begin(() -> toServer(socket, connection));
      byte[] buffer = new byte[8192];
      OutputStream client = socket.getOutputStream();
      for (int count = connection.read(buffer); count >= 0; count = connection.read(buffer)) {
        client.write(buffer, 0, count);
      }
    } catch (IOException | RuntimeException ended) {
      // The client sees the end of its connection.
    }
  }

  private static void toServer(Socket socket, ClientConnection connection) {
    byte[] buffer = new byte[8192];
    try {
      InputStream client = socket.getInputStream();
      for (int count = client.read(buffer); count >= 0; count = client.read(buffer)) {
        connection.write(buffer, count);
      }
      connection.endOutput();
    } catch (IOException ended) {
      connection.close();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
