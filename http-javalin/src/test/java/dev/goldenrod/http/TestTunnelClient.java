package dev.goldenrod.http;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** The client side of a WebSocket tunnel to a database. */
final class TestTunnelClient implements WebSocket.Listener {
  private static final int LONGEST = 64 * 1024;

  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private final CompletableFuture<Integer> closed = new CompletableFuture<>();
  private WebSocket socket;

  static TestTunnelClient open(int port, String database, String token) {
    TestTunnelClient opened = new TestTunnelClient();
    opened.socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .header("Authorization", "Bearer " + token)
            .buildAsync(
                URI.create("ws://127.0.0.1:%d/v1/databases/%s/tunnel".formatted(port, database)),
                opened)
            .join();
    return opened;
  }

  static int status(Throwable refusal) {
    return ((WebSocketHandshakeException) refusal.getCause()).getResponse().statusCode();
  }

  void send(byte[] bytes) {
    for (int at = 0; at < bytes.length; at += LONGEST) {
      int count = Math.min(LONGEST, bytes.length - at);
      socket.sendBinary(ByteBuffer.wrap(bytes, at, count), true).join();
    }
  }

  /** Waits until at least this many bytes are received, or the tunnel is closed. */
  byte[] received(int count) throws InterruptedException {
    synchronized (received) {
      while (received.size() < count && !closed.isDone()) {
        received.wait(TimeUnit.SECONDS.toMillis(1));
      }
      return received.toByteArray();
    }
  }

  int closeCode() throws Exception {
    return closed.get(20, TimeUnit.SECONDS);
  }

  void close() {
    socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
  }

  @Override
  public CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
    byte[] bytes = new byte[data.remaining()];
    data.get(bytes);
    synchronized (received) {
      received.writeBytes(bytes);
      received.notifyAll();
    }
    from.request(1);
    return null;
  }

  @Override
  public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
    closed.complete(code);
    return null;
  }
}
