package dev.goldenrod.http.websocket;

import dev.goldenrod.agent.AgentGateway.Channel;
import dev.goldenrod.agent.AgentGateway.Session;
import dev.goldenrod.agent.ConnectionLostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session.Listener;
import org.eclipse.jetty.websocket.api.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * The WebSocket of an agent, as the channel of its session in the control plane. Public because
 * Jetty looks up its methods by reflection.
 */
public final class AgentSocket implements Channel, Listener.AutoDemanding {
  private static final Duration TO_SEND = Duration.ofSeconds(30);
  private static final Duration TO_CLOSE = Duration.ofSeconds(2);
  private static final int LONGEST_REASON = 100;
  private static final int LONGEST_OF_STRANGERS = 64 * 1024;
  private static final int LONGEST_MESSAGE = 16 * 1024 * 1024;

  private final CompletableFuture<org.eclipse.jetty.websocket.api.Session> opened =
      new CompletableFuture<>();
  private final Lock sending = new ReentrantLock(true);
  private volatile @Nullable Session session;

  /** Sets the session that receives the messages. Must be called before any message can arrive. */
  void deliverTo(Session receiver) {
    session = receiver;
  }

  @Override
  public void onWebSocketOpen(org.eclipse.jetty.websocket.api.Session open) {
    open.setMaxTextMessageSize(LONGEST_OF_STRANGERS);
    opened.complete(open);
  }

  @Override
  public void onWebSocketText(String text) {
    Session receiver = session;
    if (receiver != null) {
      receiver.receive(text);
    }
  }

  @Override
  public void onWebSocketError(Throwable cause) {
    end();
  }

  @Override
  public void onWebSocketClose(int statusCode, @Nullable String reason, Callback callback) {
    end();
    callback.succeed();
  }

  private void end() {
    Session ending = session;
    session = null;
    if (ending != null) {
      ending.ended();
    }
  }

  /** The lock is fair, so a sender of many messages does not starve the others. */
  @Override
  public void send(String text) {
    Callback.Completable sent = new Callback.Completable();
    sending.lock();
    try {
      opened.get(TO_SEND.toSeconds(), TimeUnit.SECONDS).sendText(text, sent);
      sent.get(TO_SEND.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new ConnectionLostException("the connection to the agent failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectionLostException("interrupted while sending to the agent", e);
    } finally {
      sending.unlock();
    }
  }

  @Override
  public void admit() {
    opened.thenAccept(open -> open.setMaxTextMessageSize(LONGEST_MESSAGE));
  }

  @Override
  public void close(String reason) {
    String text = reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON);
    opened.thenAccept(
        open -> {
          open.setIdleTimeout(TO_CLOSE);
          open.close(StatusCode.NORMAL, text, Callback.NOOP);
        });
  }
}
