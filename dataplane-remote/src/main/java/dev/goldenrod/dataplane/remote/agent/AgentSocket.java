package dev.goldenrod.dataplane.remote.agent;

import dev.goldenrod.agent.AgentGateway.Channel;
import dev.goldenrod.agent.ConnectionLostException;
import dev.goldenrod.dataplane.remote.rpc.RpcConnection;
import dev.goldenrod.port.DataPlaneUnreachableException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** A WebSocket to a server's API. */
final class AgentSocket implements Channel, WebSocket.Listener, AutoCloseable {
  private static final String PATH = "/v1/agent";
  private static final int UNAUTHORIZED = 401;
  private static final int LONGEST_MESSAGE = 16 * 1024 * 1024;
  private static final Duration TO_CONNECT = Duration.ofSeconds(20);
  private static final Duration TO_SEND = Duration.ofSeconds(30);
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(20);

  private final StringBuilder parts = new StringBuilder();
  private final Lock sending = new ReentrantLock(true);
  private final CompletableFuture<RpcConnection> receiver = new CompletableFuture<>();
  private volatile long lastSign = System.nanoTime();
  private @Nullable WebSocket socket;

  private AgentSocket() {}

  /**
   * Connects to the server.
   *
   * @throws AgentRefusal if the server does not know the token
   * @throws DataPlaneUnreachableException if the connection fails
   */
  static AgentSocket dial(URI server, String token, Optional<SSLContext> tls) {
    AgentSocket made = new AgentSocket();
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(TO_CONNECT);
    tls.ifPresent(builder::sslContext);
    HttpClient client = builder.build();
    try {
      made.socket =
          client
              .newWebSocketBuilder()
              .header("Authorization", "Bearer " + token)
              .connectTimeout(TO_CONNECT)
              .buildAsync(channel(server), made)
              .get(TO_CONNECT.toSeconds(), TimeUnit.SECONDS);
      return made;
    } catch (ExecutionException e) {
      throw failure(server, e.getCause());
    } catch (TimeoutException e) {
      throw new DataPlaneUnreachableException("the server does not respond", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DataPlaneUnreachableException("interrupted", e);
    }
  }

  private static RuntimeException failure(URI server, Throwable cause) {
    if (cause instanceof SSLHandshakeException untrusted) {
      return new DataPlaneUnreachableException(
          "the TLS handshake failed: %s; specify the authorities to trust instead of Java's with --tls-ca"
              .formatted(untrusted.getMessage()),
          untrusted);
    }
    if (!(cause instanceof WebSocketHandshakeException refused)) {
      String reason = cause.getMessage();
      return new DataPlaneUnreachableException(
          reason == null ? "the server cannot be reached" : reason, cause);
    }
    int status = refused.getResponse().statusCode();
    return status == UNAUTHORIZED
        ? new AgentRefusal(
            server
                + " has no cluster with this token; create a new one with POST /v1/clusters/{id}/token")
        : new DataPlaneUnreachableException("the server answered with HTTP status " + status);
  }

  private static URI channel(URI server) {
    String base = server.toString().replaceFirst("^http", "ws").replaceFirst("/+$", "");
    return URI.create(base + PATH);
  }

  /** Delivers all received messages to the connection. */
  void deliverTo(RpcConnection connection) {
    receiver.complete(connection);
  }

  /**
   * Sends a ping.
   *
   * @throws DataPlaneUnreachableException if the server has been silent for too long
   * @throws ConnectionLostException if the ping cannot be sent
   */
  void requireAlive() {
    if (System.nanoTime() - lastSign > LONGEST_SILENCE.toNanos()) {
      throw new DataPlaneUnreachableException(
          "the server has not responded for %d seconds".formatted(LONGEST_SILENCE.toSeconds()));
    }
    await(open().sendPing(ByteBuffer.allocate(0)));
  }

  /** The lock is fair, so that a sender of many messages does not starve the others. */
  @Override
  public void send(String text) {
    sending.lock();
    try {
      await(open().sendText(text, true));
    } finally {
      sending.unlock();
    }
  }

  private static void await(CompletableFuture<WebSocket> sent) {
    try {
      sent.get(TO_SEND.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new ConnectionLostException("the connection was lost", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectionLostException("interrupted", e);
    }
  }

  private WebSocket open() {
    WebSocket open = socket;
    if (open == null) {
      throw new IllegalStateException("not connected yet");
    }
    return open;
  }

  @Override
  public void onOpen(WebSocket opened) {
    opened.request(1);
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
    lastSign = System.nanoTime();
    if (parts.length() + part.length() > LONGEST_MESSAGE) {
      end("the server sent a message that is too long");
      from.abort();
      return null;
    }
    parts.append(part);
    if (last) {
      String text = parts.toString();
      parts.setLength(0);
      receiver.thenAccept(connection -> connection.receive(text));
    }
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onPong(WebSocket from, ByteBuffer message) {
    lastSign = System.nanoTime();
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
    end(reason.isEmpty() ? "the server closed the connection" : reason);
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable broken) {
    String reason = broken.getMessage();
    end(reason == null ? "the connection was lost" : reason);
  }

  private void end(String reason) {
    receiver.thenAccept(connection -> connection.ended(reason));
  }

  @Override
  public void close(String reason) {
    open().abort();
  }

  @Override
  public void close() {
    open().abort();
  }
}
