package dev.goldenrod.cli.connect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.client.ClientOptions;
import dev.goldenrod.client.NoAnswerException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
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
  private final Consumer<End> onEnd;
  private final AtomicBoolean isOver = new AtomicBoolean();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private @Nullable WebSocket webSocket;

  TunnelConnection(Socket socket, Consumer<End> onEnd) {
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
      end(End.ofFailure(e.getCause()));
    } catch (NoAnswerException e) {
      end(End.ofFailure(e));
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

  private void end(End end) {
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
    end(new End(false, ""));
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
        end(new End(false, ""));
      }
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
      end(End.ofClose(code));
      return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
      end(End.ofFailure(error));
    }
  }

  /**
   * The reason why a tunnel ended.
   *
   * @param isAccessEnded whether new tunnels are rejected too until the user logs in again
   * @param problem empty if it ended normally
   */
  record End(boolean isAccessEnded, String problem) {
    private static final int UNAUTHORIZED = 401;

    static End ofClose(int code) {
      return switch (code) {
        case 1000 -> new End(false, "");
        case 1001 ->
            new End(false, "the server is stopping, or the connection was idle for five minutes");
        case 1011 -> new End(false, "the connection to the database was lost");
        case 1013 -> new End(false, "the server's store does not answer");
        case 4401 -> new End(true, "the token or its member is no longer valid");
        case 4409 -> new End(false, "the database is no longer running");
        default -> new End(false, "the server closed the connection with code %d".formatted(code));
      };
    }

    static End ofFailure(Throwable failure) {
      if (failure instanceof WebSocketHandshakeException refusal) {
        HttpResponse<?> response = refusal.getResponse();
        return new End(
            response.statusCode() == UNAUTHORIZED,
            "refused with %d%s".formatted(response.statusCode(), reason(response.body())));
      }
      return new End(
          false, failure.getMessage() == null ? failure.toString() : failure.getMessage());
    }

    private static String reason(Object body) {
      try {
        String error = new ObjectMapper().readTree(String.valueOf(body)).path("error").asText();
        return error.isEmpty() ? "" : ": " + error;
      } catch (JsonProcessingException noReason) {
        return "";
      }
    }
  }
}
