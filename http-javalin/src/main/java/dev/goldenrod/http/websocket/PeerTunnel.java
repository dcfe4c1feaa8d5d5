package dev.goldenrod.http.websocket;

import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.RequestIds;
import dev.goldenrod.http.route.PeerForwarder;
import dev.goldenrod.tunnel.Tunnel;
import dev.goldenrod.tunnel.TunnelEnd;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A tunnel through another server of the same store, opened with the caller's token. The other
 * server may end it like its own tunnels. At most one message is in flight in each direction.
 * Thread-safe.
 */
final class PeerTunnel implements Tunnel, WebSocket.Listener {
  private static final Duration TO_OPEN = Duration.ofSeconds(30);

  /** Keeps the connection to the peer alive: the client's pings end at this server. */
  private static final Executor BETWEEN_PINGS =
      CompletableFuture.delayedExecutor(30, TimeUnit.SECONDS);

  private static final byte[] ENDED = {};
  private static final byte[] BROKEN = {};

  private final BlockingQueue<byte[]> received = new LinkedBlockingQueue<>();
  private final CompletableFuture<TunnelEnd> end = new CompletableFuture<>();
  private volatile boolean isOver;
  private @Nullable WebSocket socket;
  private byte[] current = {};
  private int position;

  private PeerTunnel() {}

  static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient ApiResponse answer;

    private RefusedException(ApiResponse answer, Throwable cause) {
      super("the other server answered " + answer.status(), cause);
      this.answer = answer;
    }

    ApiResponse answer() {
      return answer;
    }
  }

  /**
   * Opens the tunnel.
   *
   * @param tunnel {@code http} or {@code https} URI of the tunnel at the other server
   * @throws RefusedException if the other server refuses the tunnel
   * @throws IOException if the other server is not reachable
   */
  static PeerTunnel open(URI tunnel, String token, String requestId)
      throws RefusedException, IOException {
    PeerTunnel opened = new PeerTunnel();
    try {
      opened.socket =
          PeerForwarder.http()
              .newWebSocketBuilder()
              .header("Authorization", "Bearer " + token)
              .header(PeerForwarder.FORWARDED, "1")
              .header(RequestIds.HEADER, requestId)
              .connectTimeout(TO_OPEN)
              .buildAsync(URI.create(tunnel.toString().replaceFirst("^http", "ws")), opened)
              .join();
      BETWEEN_PINGS.execute(opened::ping);
      return opened;
    } catch (CompletionException e) {
      if (e.getCause() instanceof WebSocketHandshakeException refused) {
        throw new RefusedException(answer(refused.getResponse()), e);
      }
      throw new IOException("%s cannot be reached".formatted(tunnel.getAuthority()), e);
    }
  }

  private static ApiResponse answer(HttpResponse<?> refusal) {
    ApiResponse answer =
        ApiResponse.of(
            refusal.statusCode(),
            new ApiResponse.Text("application/json", String.valueOf(refusal.body())));
    Optional<String> later = refusal.headers().firstValue("Retry-After");
    return later.isPresent() ? answer.with("Retry-After", later.get()) : answer;
  }

  private WebSocket socket() {
    WebSocket opened = socket;
    if (opened == null) {
      throw new IllegalStateException("the tunnel is not open yet");
    }
    return opened;
  }

  private void ping() {
    if (!isOver) {
      socket()
          .sendPing(ByteBuffer.allocate(0))
          .whenComplete((pinged, broken) -> BETWEEN_PINGS.execute(this::ping));
    }
  }

  @Override
  public int read(byte[] buffer) throws IOException {
    if (position == current.length && current != ENDED && current != BROKEN) {
      current = taken();
      position = 0;
    }
    if (current == BROKEN) {
      throw new IOException("the connection through another server failed");
    }
    if (current == ENDED) {
      return -1;
    }
    int count = Math.min(buffer.length, current.length - position);
    System.arraycopy(current, position, buffer, 0, count);
    position += count;
    if (position == current.length) {
      socket().request(1);
    }
    return count;
  }

  private byte[] taken() throws IOException {
    try {
      return received.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void write(byte[] buffer, int length) throws IOException {
    await(socket().sendBinary(ByteBuffer.wrap(buffer, 0, length), true));
  }

  @Override
  public void endOutput() throws IOException {
    await(socket().sendText(TunnelSocket.END, true));
  }

  private static void await(CompletableFuture<WebSocket> sent) throws IOException {
    try {
      sent.get();
    } catch (ExecutionException e) {
      throw new IOException("the connection through another server failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void onEnd(Consumer<TunnelEnd> listener) {
    end.thenAccept(listener);
  }

  @Override
  public void close() {
    if (!isOver) {
      finish(BROKEN);
      WebSocket opened = socket();
      opened
          .sendClose(WebSocket.NORMAL_CLOSURE, "")
          .whenComplete((closed, broken) -> opened.abort());
    }
  }

  private void finish(byte[] last) {
    isOver = true;
    received.add(last);
  }

  @Override
  public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean isLast) {
    byte[] bytes = new byte[data.remaining()];
    data.get(bytes);
    if (bytes.length == 0) {
      from.request(1);
    } else {
      received.add(bytes);
    }
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
    TunnelSocket.endReason(code).ifPresent(end::complete);
    finish(code == WebSocket.NORMAL_CLOSURE ? ENDED : BROKEN);
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable broken) {
    finish(BROKEN);
  }
}
