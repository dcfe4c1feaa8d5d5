package dev.goldenrod.http.testkit;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A tunnel client that records what it receives. */
final class TunnelClient implements WebSocket.Listener, AutoCloseable {
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private final CompletableFuture<Integer> closed = new CompletableFuture<>();
  private final boolean reads;
  private volatile String reason = "";
  private WebSocket socket;

  private TunnelClient(boolean reads) {
    this.reads = reads;
  }

  static TunnelClient open(int port, String path, String token) {
    return open(port, path, token, true);
  }

  /** Opens a tunnel whose client reads nothing. */
  static TunnelClient deaf(int port, String path, String token) {
    return open(port, path, token, false);
  }

  private static TunnelClient open(int port, String path, String token, boolean reads) {
    TunnelClient client = new TunnelClient(reads);
    try {
      client.socket =
          HttpClient.newHttpClient()
              .newWebSocketBuilder()
              .header("Authorization", "Bearer " + token)
              .buildAsync(URI.create("ws://127.0.0.1:" + port + path), client)
              .join();
      return client;
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  CompletableFuture<WebSocket> send(byte[] bytes) {
    return socket.sendBinary(ByteBuffer.wrap(bytes), true);
  }

  void say(String text) {
    socket.sendText(text, true).join();
  }

  void ping() {
    socket.sendPing(ByteBuffer.allocate(0)).join();
  }

  synchronized byte[] received() {
    return received.toByteArray();
  }

  int closeCode() throws Exception {
    return closed.get(20, TimeUnit.SECONDS);
  }

  String closeReason() {
    return reason;
  }

  boolean isClosed() {
    return closed.isDone();
  }

  @Override
  public void onOpen(WebSocket opened) {
    if (reads) {
      opened.request(1);
    }
  }

  @Override
  public synchronized @Nullable CompletionStage<?> onBinary(
      WebSocket from, ByteBuffer data, boolean last) {
    byte[] bytes = new byte[data.remaining()];
    data.get(bytes);
    received.writeBytes(bytes);
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onPong(WebSocket from, ByteBuffer message) {
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String why) {
    reason = why;
    closed.complete(status);
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    reason = String.valueOf(error);
    closed.complete(-1);
  }

  @Override
  public void close() {
    socket.abort();
  }
}
