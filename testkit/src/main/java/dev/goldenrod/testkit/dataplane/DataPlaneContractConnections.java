package dev.goldenrod.testkit.dataplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.tunnel.ClientConnection;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Contract of connections that a data plane opens to its databases. */
public abstract class DataPlaneContractConnections extends DataPlaneContractPart {
  @Test
  void a_client_uses_its_database_over_a_connection() throws Exception {
    DatabaseSpec spec = readyClone();
    Credentials login = login(spec);

    try (ConnectionForwarder forwarder = forwarder(spec)) {
      DatabaseClient client = adapter().clientThrough(forwarder.port());
      client.write(login, "by a connection");
      assertThat(read(login)).isEqualTo("by a connection");
      write(login, "directly");
      assertThat(client.read(login)).isEqualTo("directly");
    }
  }

  @Tag("slow")
  @Test
  void many_clients_have_a_connection_each() throws Exception {
    DatabaseSpec spec = readyClone();
    Credentials login = login(spec);
    write(login, "for all");

    try (ConnectionForwarder forwarder = forwarder(spec)) {
      DatabaseClient client = adapter().clientThrough(forwarder.port());
      atOnce(6, () -> assertThat(readBy(client, login)).isEqualTo("for all"));
    }
  }

  @Tag("slow")
  @Test
  void a_connection_that_is_closed_ends_who_reads_and_no_other() throws Exception {
    DatabaseSpec spec = readyClone();
    ClientConnection other = open(spec);
    ClientConnection connection = open(spec);
    CompletableFuture<Void> read = CompletableFuture.runAsync(() -> readToTheEnd(connection));

    connection.close();
    connection.close();

    read.get(adapter().patience().toMillis(), TimeUnit.MILLISECONDS);
    assertThatThrownBy(() -> connection.write(new byte[1], 1)).isInstanceOf(IOException.class);
    other.write(new byte[] {0}, 1);
    other.close();
  }

  @Tag("slow")
  @Test
  void connections_end_with_the_server_of_the_database() throws Exception {
    DatabaseSpec spec = readyClone();
    List<CompletableFuture<Void>> reads = new ArrayList<>();
    List<ClientConnection> connections = List.of(open(spec), open(spec));
    connections.forEach(one -> reads.add(CompletableFuture.runAsync(() -> readToTheEnd(one))));

    ensureStopped(spec);

    for (CompletableFuture<Void> read : reads) {
      read.get(adapter().patience().toMillis(), TimeUnit.MILLISECONDS);
    }
    connections.forEach(ClientConnection::close);
    assertThatThrownBy(() -> open(spec))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining(spec.id().toString());
    ensureReady(spec);
    open(spec).close();
  }

  @Tag("slow")
  @Test
  void there_is_no_connection_to_what_does_not_exist() {
    DatabaseSpec spec = readyClone();
    open(spec).close();
    UUID unknown = UUID.randomUUID();

    assertThatThrownBy(() -> plane.databases().openConnection(unknown))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining(unknown.toString());
  }

  private ClientConnection open(DatabaseSpec spec) {
    return plane.databases().openConnection(spec.id());
  }

  private ConnectionForwarder forwarder(DatabaseSpec spec) throws IOException {
    return new ConnectionForwarder(() -> open(spec));
  }

  private static String readBy(DatabaseClient client, Credentials login) {
    try {
      return client.read(login);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void readToTheEnd(ClientConnection connection) {
    byte[] buffer = new byte[1024];
    try {
      while (connection.read(buffer) >= 0) {
        // Skip the server's greeting.
      }
    } catch (IOException ended) {
      // An error is as acceptable as an end.
    }
  }

  /** A local port that forwards its connections to others. */
  private static final class ConnectionForwarder implements AutoCloseable {
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
}
