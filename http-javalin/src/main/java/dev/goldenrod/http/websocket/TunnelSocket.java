package dev.goldenrod.http.websocket;

import dev.goldenrod.tunnel.Tunnel;
import dev.goldenrod.tunnel.TunnelEnd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A WebSocket whose binary messages carry the bytes of one database connection. At most one message
 * is in flight in each direction, so a slow reader delays the sender. Public because Jetty looks up
 * its methods by reflection.
 */
public final class TunnelSocket implements Session.Listener {
  /** Text message of a client that has no more data to send. */
  static final String END = "end";

  static final int LONGEST_MESSAGE = 64 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(TunnelSocket.class);

  /** WebSocket close code that corresponds to 401: another token is needed. */
  private static final int ACCESS_ENDED = 4401;

  /** WebSocket close code that corresponds to 409: the database must be started again. */
  private static final int DATABASE_ENDED = 4409;

  private static final int BUFFER = 32 * 1024;
  private static final int LONGEST_TEXT = 64;
  static final Duration TO_CLOSE = Duration.ofSeconds(2);

  private final Tunnel tunnel;
  private final Executor threads;
  private final Duration idleTimeout;
  private final Runnable onClose;
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private volatile @Nullable Session session;

  /**
   * Creates a socket for an open tunnel.
   *
   * @param threads runs the reads and the writes of the database connection
   * @param idleTimeout WebSockets without any frame for this long are closed
   * @param onClose called when the tunnel is closed, possibly more than once
   */
  TunnelSocket(Tunnel tunnel, Executor threads, Duration idleTimeout, Runnable onClose) {
    this.tunnel = tunnel;
    this.threads = threads;
    this.idleTimeout = idleTimeout;
    this.onClose = onClose;
  }

  @Override
  public void onWebSocketOpen(Session opened) {
    opened.setIdleTimeout(idleTimeout);
    opened.setMaxBinaryMessageSize(LONGEST_MESSAGE);
    opened.setMaxFrameSize(LONGEST_MESSAGE);
    opened.setMaxTextMessageSize(LONGEST_TEXT);
    session = opened;
    tunnel.onEnd(this::close);
    run(() -> sendAll(opened));
    opened.demand();
  }

  private void sendAll(Session to) {
    byte[] buffer = new byte[BUFFER];
    try {
      for (int count = tunnel.read(buffer); count >= 0; count = tunnel.read(buffer)) {
        Callback.Completable sent = new Callback.Completable();
        to.sendBinary(ByteBuffer.wrap(buffer, 0, count), sent);
        // The WebSocket's idle timeout also ends a send that does not progress.
        sent.get();
      }
      close(StatusCode.NORMAL, "the database closed the connection");
    } catch (IOException e) {
      LOG.debug("Closing a tunnel: the database connection failed", e);
      close(StatusCode.SERVER_ERROR, "the connection to the database failed");
    } catch (ExecutionException e) {
      LOG.debug("Closing a tunnel: the client disconnected", e);
      close(StatusCode.SERVER_ERROR, "the connection to the client failed");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close(TunnelEnd.STOPPING);
    }
  }

  @Override
  public void onWebSocketBinary(ByteBuffer payload, Callback callback) {
    byte[] bytes = new byte[payload.remaining()];
    payload.get(bytes);
    callback.succeed();
    run(() -> deliver(() -> tunnel.write(bytes, bytes.length)));
  }

  @Override
  public void onWebSocketText(String text) {
    if (text.equals(END)) {
      run(() -> deliver(tunnel::endOutput));
    } else {
      close(StatusCode.BAD_DATA, "send bytes in binary messages; the only text message is 'end'");
    }
  }

  private interface Delivery {
    void run() throws IOException;
  }

  /** Runs a delivery, then requests the next message. */
  private void deliver(Delivery delivery) {
    try {
      delivery.run();
      Session from = session;
      if (from != null) {
        from.demand();
      }
    } catch (IOException e) {
      // The other direction delivers the remaining output and ends with the same connection.
      LOG.debug("Cannot write to the database of a tunnel", e);
    }
  }

  private void run(Runnable work) {
    try {
      threads.execute(work);
    } catch (RejectedExecutionException stopped) {
      close(TunnelEnd.STOPPING);
    }
  }

  void close(TunnelEnd reason) {
    close(closeCode(reason), reason.text());
  }

  /** Returns a future that completes when the client has received the reason, or is gone. */
  CompletableFuture<Void> closed() {
    return session == null ? CompletableFuture.completedFuture(null) : closed;
  }

  private static int closeCode(TunnelEnd reason) {
    return switch (reason) {
      case ACCESS_ENDED -> ACCESS_ENDED;
      case DATABASE_ENDED -> DATABASE_ENDED;
      case STOPPING -> StatusCode.SHUTDOWN;
      case STORE_UNAVAILABLE -> StatusCode.TRY_AGAIN_LATER;
      case NEVER_USED -> StatusCode.NORMAL;
    };
  }

  /** Returns why another server closed a tunnel; empty if the client or the database closed it. */
  static Optional<TunnelEnd> endReason(int closeCode) {
    return switch (closeCode) {
      case ACCESS_ENDED -> Optional.of(TunnelEnd.ACCESS_ENDED);
      case DATABASE_ENDED -> Optional.of(TunnelEnd.DATABASE_ENDED);
      case StatusCode.SHUTDOWN -> Optional.of(TunnelEnd.STOPPING);
      case StatusCode.TRY_AGAIN_LATER -> Optional.of(TunnelEnd.STORE_UNAVAILABLE);
      default -> Optional.empty();
    };
  }

  private void close(int code, String reason) {
    Session open = session;
    if (open != null && open.isOpen()) {
      open.close(code, reason, Callback.NOOP);
      // Set the timeout after closing: an idle WebSocket would otherwise be closed for its
      // idleness.
      open.setIdleTimeout(TO_CLOSE);
    }
    end();
  }

  @Override
  public void onWebSocketError(Throwable cause) {
    LOG.debug("Closing a tunnel: the WebSocket failed", cause);
    end();
  }

  @Override
  public void onWebSocketClose(int statusCode, @Nullable String reason, Callback callback) {
    closed.complete(null);
    end();
    callback.succeed();
  }

  /** Closes the tunnel, even if the WebSocket was never opened. */
  void end() {
    tunnel.close();
    onClose.run();
  }
}
