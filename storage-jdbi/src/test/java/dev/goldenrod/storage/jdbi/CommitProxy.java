package dev.goldenrod.storage.jdbi;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A proxy between a store and its PostgreSQL, which can drop a connection at the next commit of a
 * transaction, or keep all connections open and forward nothing.
 */
final class CommitProxy implements AutoCloseable {
  /** The pool commits these settings of a new connection before the connection's transactions. */
  private static final String INITIAL_SQL = "set lock_timeout";

  private final ServerSocket listening;
  private final URI target;
  private final AtomicReference<@Nullable Loss> next = new AtomicReference<>();
  private final AtomicReference<@Nullable Commit> delayed = new AtomicReference<>();
  private volatile boolean isCut;
  private volatile boolean isSilent;

  /** What happens to a commit. */
  enum Loss {
    /** PostgreSQL never receives the commit. */
    BEFORE,
    /** PostgreSQL commits, and the client gets no response. */
    AFTER,
    /** The client is disconnected; PostgreSQL receives the commit at the next audit event. */
    DELAYED,
    /** PostgreSQL commits, the client gets no response, and no other connection is possible. */
    FOR_GOOD
  }

  private record Commit(Socket server, byte[] message) {}

  CommitProxy(String url) throws IOException {
    target = URI.create(url.substring("jdbc:".length()));
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  /** Returns the URL through this proxy. Its settings keep commits recognizable as plain text. */
  String url() {
    return "jdbc:postgresql://127.0.0.1:%d%s?prepareThreshold=0&sslmode=disable"
        .formatted(listening.getLocalPort(), target.getPath());
  }

  /** Loses the next commit of a transaction, whichever connection it is on. */
  void loseNextCommit(Loss loss) {
    next.set(loss);
  }

  /**
   * Forwards no further request, as if PostgreSQL accepted connections and did not respond. Does
   * not tell PostgreSQL that a client has closed its connection either.
   */
  void silence() {
    isSilent = true;
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listening.accept();
      if (isCut) {
        client.close();
      } else {
        Socket server = new Socket(target.getHost(), target.getPort());
        start(() -> requests(client, server));
        start(() -> answers(client, server));
      }
    }
  }

  private void requests(Socket client, Socket server) throws IOException {
    InputStream in = client.getInputStream();
    byte[] buffer = new byte[1 << 16];
    boolean isInitial = false;
    try (client) {
      for (int read = in.read(buffer); read >= 0 && !isCut; read = in.read(buffer)) {
        if (isSilent) {
          continue;
        }
        byte[] message = Arrays.copyOf(buffer, read);
        String text = new String(message, StandardCharsets.ISO_8859_1);
        if (text.contains(INITIAL_SQL)) {
          isInitial = true;
        } else if (text.contains("COMMIT")) {
          Loss loss = isInitial ? null : next.getAndSet(null);
          isInitial = false;
          if (loss != null) {
            lose(loss, client, server, message);
            return;
          }
        }
        server.getOutputStream().write(message);
        if (text.contains("insert into audit_events")) {
          deliver();
        }
      }
      if (!isSilent) {
        server.close();
      }
    }
  }

  private void lose(Loss loss, Socket client, Socket server, byte[] message) throws IOException {
    client.close();
    switch (loss) {
      case BEFORE -> server.close();
      case DELAYED -> delayed.set(new Commit(server, message));
      case AFTER, FOR_GOOD -> {
        isCut = loss == Loss.FOR_GOOD;
        server.getOutputStream().write(message);
        server.shutdownOutput();
      }
    }
  }

  private void deliver() throws IOException {
    Commit commit = delayed.getAndSet(null);
    if (commit != null) {
      commit.server().getOutputStream().write(commit.message());
      commit.server().shutdownOutput();
    }
  }

  private static void answers(Socket client, Socket server) throws IOException {
    try (server) {
      server.getInputStream().transferTo(client.getOutputStream());
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException ended) {
                // The connection was dropped, or the proxy was closed.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
