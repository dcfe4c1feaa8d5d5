package dev.goldenrod.cli.connect;

import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.client.ClientOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** Forwards connections to a loopback port to a database, each through its own WebSocket. */
public final class Forwarder implements AutoCloseable {
  /** The option to reach a database through the API. */
  public static final class TunnelOption {
    @Option(
        names = "--tunnel",
        description = "Connect through the API, for a database that this machine cannot reach.")
    private boolean isTunnelled;

    /** Opens a forwarder if the option is set; empty if the database's own address is used. */
    public Optional<Forwarder> open(Session session, String path) {
      return isTunnelled ? Optional.of(Forwarder.to(session, path, 0)) : Optional.empty();
    }
  }

  private static final int BACKLOG = 50;

  private final ServerSocket server;
  private final ClientOptions options;
  private final URI address;
  private final Consumer<String> teller;
  private final Set<TunnelConnection> connections = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<CliException> refused = new CompletableFuture<>();

  private Forwarder(
      ServerSocket server, ClientOptions options, URI address, Consumer<String> teller) {
    this.server = server;
    this.options = options;
    this.address = address;
    this.teller = teller;
  }

  /** Listens on the port (0 for any) for connections to the clone or database at the API path. */
  public static Forwarder to(Session session, String path, int port) {
    String url = session.target().url() + path + "/tunnel";
    try {
      ServerSocket server =
          new ServerSocket(port, BACKLOG, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
      Forwarder forwarder =
          new Forwarder(
              server,
              session.api().options(),
              URI.create(url.replaceFirst("^http", "ws")),
              session::say);
      begin(forwarder::acceptAll);
      return forwarder;
    } catch (IOException e) {
      throw new CliException(
          ExitCode.REFUSED,
          "cannot listen on port %d of 127.0.0.1: %s".formatted(port, e.getMessage()),
          "goldenrod tunnel NAME --port 0");
    }
  }

  public int port() {
    return server.getLocalPort();
  }

  /**
   * Completed when the server will accept no further tunnel, for example because the token has
   * expired.
   */
  public CompletableFuture<CliException> refused() {
    return refused;
  }

  private static void begin(Runnable work) {
    Thread thread = new Thread(work, "tunnel");
    thread.setDaemon(true);
    thread.start();
  }

  private void acceptAll() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        begin(() -> forward(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void forward(Socket socket) {
    TunnelConnection connection = new TunnelConnection(socket, this::onEnd);
    connections.add(connection);
    try {
      connection.run(options, address);
    } finally {
      connections.remove(connection);
    }
  }

  private void onEnd(TunnelConnection.End end) {
    if (end.isAccessEnded()) {
      refused.complete(
          new CliException(
              ExitCode.NOT_ALLOWED,
              "the tunnel ended: the token or its member is no longer valid",
              "goldenrod login"));
    } else if (!end.problem().isEmpty()) {
      teller.accept("a tunnel ended: " + end.problem());
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      teller.accept("the port was not closed: " + e.getMessage());
    }
    connections.forEach(TunnelConnection::close);
  }
}
