package dev.goldenrod.cli.tunnel;

import dev.goldenrod.client.ClientOptions;
import dev.goldenrod.client.NoAnswerException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One tunneled connection: copies bytes between a socket and a WebSocket. */
final class TunnelConnection {
  private static final int LARGEST_MESSAGE = 64 * 1024;
  private static final Duration PING = Duration.ofSeconds(30);

  private final Socket socket;
  private final Consumer<TunnelEnd> onEnd;
  private final AtomicBoolean isOver = new AtomicBoolean();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private @Nullable WebSocket webSocket;

  TunnelConnection(Socket socket, Consumer<TunnelEnd> onEnd) {
    this.socket = socket;
    this.onEnd = onEnd;
  }

  void run(ClientOptions options, URI address) {
    ScheduledExecutorService pings = Executors.newSingleThreadScheduledExecutor(this::daemon);
    try (socket;
        InputStream input = socket.getInputStream()) {
      carry(input, options, address, pings);
    } catch (IOException e) {
      // The socket was closed by its client or because the database closed the connection.
      close();
    } finally {
      pings.shutdownNow();
    }
  }

  /**
   * Reports the reason before the socket is closed, so that the user sees it before the client
   * fails.
   */
  private void carry(
      InputStream input, ClientOptions options, URI address, ScheduledExecutorService pings)
      throws IOException {
    try {
      requireThere(options);
      WebSocket out =
          options
              .http()
              .newWebSocketBuilder()
              .header("Authorization", "Bearer " + options.token())
              .connectTimeout(PING)
              .buildAsync(address, new Incoming())
              .join();
      webSocket = out;
      pings.scheduleAtFixedRate(
          () -> out.sendPing(ByteBuffer.allocate(0)),
          PING.toSeconds(),
          PING.toSeconds(),
          TimeUnit.SECONDS);
      send(input, out);
      ended.join();
    } catch (CompletionException e) {
      end(TunnelEnd.ofFailure(e.getCause()));
    } catch (NoAnswerException e) {
      end(TunnelEnd.ofFailure(e));
    }
  }

  private static void requireThere(ClientOptions options) {
    if (!options.isThere().getAsBoolean()) {
      throw new NoAnswerException("the server is no longer running");
    }
  }

  private Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "tunnel's pings");
    thread.setDaemon(true);
    return thread;
  }

  /** Sends one message at a time, so that a slow database slows its client down. */
  private static void send(InputStream input, WebSocket out) throws IOException {
    byte[] buffer = new byte[LARGEST_MESSAGE];
    for (int count = input.read(buffer); count >= 0; count = input.read(buffer)) {
      out.sendBinary(ByteBuffer.wrap(buffer, 0, count), true).join();
    }
    out.sendText("end", true).join();
  }

  private void end(TunnelEnd end) {
    if (isOver.compareAndSet(false, true)) {
      onEnd.accept(end);
    }
    ended.complete(null);
    try {
      socket.close();
    } catch (IOException closed) {
    }
  }

  void close() {
    if (webSocket != null) {
      webSocket.abort();
    }
    end(new TunnelEnd(false, ""));
  }

  private final class Incoming implements WebSocket.Listener {
    /**
     * Requests more data only after this message is written, so that a slow client slows the
     * database down.
     */
    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
      byte[] bytes = new byte[data.remaining()];
      data.get(bytes);
      try {
        socket.getOutputStream().write(bytes);
        from.request(1);
      } catch (IOException gone) {
        from.abort();
        end(new TunnelEnd(false, ""));
      }
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
      end(TunnelEnd.ofClose(code));
      return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
      end(TunnelEnd.ofFailure(error));
    }
  }
}
