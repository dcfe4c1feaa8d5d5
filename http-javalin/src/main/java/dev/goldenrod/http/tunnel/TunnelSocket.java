package dev.goldenrod.http.tunnel;

import dev.goldenrod.tunnel.Tunnel;
import dev.goldenrod.tunnel.TunnelEnd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
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
 * A WebSocket whose binary messages are the bytes of one connection. One message is under way in
 * each direction: whoever is slow makes the other side wait. Public, since Jetty looks its methods
 * up.
 */
public final class TunnelSocket implements Session.Listener {
  /** The text by which a client says that it sends nothing more. */
  static final String END = "end";

  static final int LONGEST_MESSAGE = 64 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(TunnelSocket.class);
  private static final int BUFFER = 32 * 1024;
  private static final int LONGEST_TEXT = 64;
  private static final Duration TO_CLOSE = Duration.ofSeconds(2);

  private final Tunnel tunnel;
  private final Executor threads;
  private final Duration idleTimeout;
  private final Runnable onClose;
  private volatile @Nullable Session session;

  /**
   * @param threads one carries what the database sends, others what it is sent
   * @param idleTimeout a WebSocket on which no frame moves for so long is closed
   * @param onClose told once at least when it is over
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

  /** What the database sends, until it sends no more. */
  private void sendAll(Session to) {
    byte[] buffer = new byte[BUFFER];
    try {
      for (int count = tunnel.read(buffer); count >= 0; count = tunnel.read(buffer)) {
        Callback.Completable sent = new Callback.Completable();
        to.sendBinary(ByteBuffer.wrap(buffer, 0, count), sent);
        // What takes longer than the idle timeout is ended by it.
        sent.get();
      }
      close(StatusCode.NORMAL, "the database closed the connection");
    } catch (IOException e) {
      LOG.debug("a connection to a database broke", e);
      close(StatusCode.SERVER_ERROR, "the connection to the database broke");
    } catch (ExecutionException e) {
      LOG.debug("a tunnel's client is gone", e);
      close(StatusCode.SERVER_ERROR, "the connection to the client broke");
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
      close(StatusCode.BAD_DATA, "bytes are carried by binary messages; the one text is 'end'");
    }
  }

  /** Something that is done with the database's connection. */
  private interface Delivery {
    void run() throws IOException;
  }

  /** The next message is asked for when this one was delivered. */
  private void deliver(Delivery delivery) {
    try {
      delivery.run();
      Session from = session;
      if (from != null) {
        from.demand();
      }
    } catch (IOException e) {
      // The other direction carries what is left, and ends with the same connection.
      LOG.debug("a database takes nothing more", e);
    }
  }

  private void run(Runnable work) {
    try {
      threads.execute(work);
    } catch (RejectedExecutionException stopped) {
      close(TunnelEnd.STOPPING);
    }
  }

  /** Ends it, and tells the client why. */
  void close(TunnelEnd reason) {
    close(CloseCodes.of(reason), reason.text());
  }

  private void close(int code, String reason) {
    Session open = session;
    if (open != null && open.isOpen()) {
      open.close(code, reason, Callback.NOOP);
      // Afterwards: it may be idle for longer already, and would be closed for that.
      open.setIdleTimeout(TO_CLOSE);
    }
    end();
  }

  @Override
  public void onWebSocketError(Throwable cause) {
    LOG.debug("a tunnel's WebSocket broke", cause);
    end();
  }

  @Override
  public void onWebSocketClose(int statusCode, @Nullable String reason, Callback callback) {
    end();
    callback.succeed();
  }

  /** Also when it was never opened. */
  void end() {
    tunnel.close();
    onClose.run();
  }
}
