package dev.goldenrod.dataplane.remote.rpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.goldenrod.agent.AgentGateway.Channel;
import dev.goldenrod.agent.ConnectionLostException;
import dev.goldenrod.port.DataPlaneOfflineException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One end of a connection on which both ends can send requests. Each direction allows {@link
 * #MOST_AT_ONCE} concurrent requests; further callers wait. Thread-safe.
 */
public final class RpcConnection {
  static final int MOST_AT_ONCE = 64;

  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(20);
  private static final Logger LOG = LoggerFactory.getLogger(RpcConnection.class);

  private final Channel channel;
  private final RpcHandler handler;
  private final Executor workers;
  private final Map<Long, CompletableFuture<RpcMessage>> pending = new ConcurrentHashMap<>();
  private final Semaphore outgoingPermits = new Semaphore(MOST_AT_ONCE);
  private final Semaphore incomingPermits = new Semaphore(MOST_AT_ONCE);
  private final Duration longestSilence;

  /** Held while a request gets its id and is sent, so that ids arrive in order. */
  private final Lock sending = new ReentrantLock();

  private long lastId;
  private long lastAnswered;
  private volatile long lastHeard = System.nanoTime();
  private volatile @Nullable String end;

  /**
   * @param workers runs the handler
   */
  public RpcConnection(Channel channel, RpcHandler handler, Executor workers) {
    this(channel, handler, workers, LONGEST_SILENCE);
  }

  /**
   * @param longestSilence a timed-out request closes the connection after this long a silence
   */
  RpcConnection(Channel channel, RpcHandler handler, Executor workers, Duration longestSilence) {
    this.channel = channel;
    this.handler = handler;
    this.workers = workers;
    this.longestSilence = longestSilence;
  }

  /**
   * Sends a request and waits for the response.
   *
   * @return the result; the null node if there is none
   * @throws RpcException if the peer rejects the request
   * @throws DataPlaneOfflineException if the connection ends before the response
   * @throws DataPlaneUnreachableException if the request times out; it may still have been
   *     performed
   */
  public JsonNode request(String method, JsonNode params, Duration atMost) {
    long until = System.nanoTime() + atMost.toNanos();
    try {
      if (!outgoingPermits.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
        throw timeout(method, atMost);
      }
      try {
        return awaitResponse(method, params, atMost, until);
      } finally {
        outgoingPermits.release();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DataPlaneUnreachableException(method + " was interrupted", e);
    }
  }

  private JsonNode awaitResponse(String method, JsonNode params, Duration atMost, long until)
      throws InterruptedException {
    CompletableFuture<RpcMessage> answer = new CompletableFuture<>();
    try {
      sendRequest(method, params, atMost, until, answer);
      return result(answer.get(until - System.nanoTime(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      endWhenSilent();
      throw timeout(method, atMost);
    } catch (ExecutionException e) {
      throw new DataPlaneOfflineException(String.valueOf(e.getCause().getMessage()));
    } finally {
      pending.values().remove(answer);
    }
  }

  private void sendRequest(
      String method,
      JsonNode params,
      Duration atMost,
      long until,
      CompletableFuture<RpcMessage> answer)
      throws InterruptedException, TimeoutException {
    if (!sending.tryLock(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
      throw new TimeoutException();
    }
    try {
      long id = ++lastId;
      pending.put(id, answer);
      requireOpen();
      send(RpcMessage.request(id, method, params, atMost.toMillis()));
    } finally {
      sending.unlock();
    }
  }

  /** Sending alone keeps a connection open that the network no longer delivers. */
  private void endWhenSilent() {
    if (System.nanoTime() - lastHeard > longestSilence.toNanos()) {
      close("the peer sent nothing for %d seconds".formatted(longestSilence.toSeconds()));
    }
  }

  /** Returns whether any message arrived after the given {@link System#nanoTime}. */
  public boolean hasHeardSince(long nanos) {
    return lastHeard - nanos > 0;
  }

  private static JsonNode result(RpcMessage answer) {
    RpcMessage.RpcError error = answer.error();
    if (error != null) {
      throw new RpcException(RpcCode.of(error.code()), String.valueOf(error.message()));
    }
    return orNull(answer.result());
  }

  private static DataPlaneUnreachableException timeout(String method, Duration atMost) {
    return new DataPlaneUnreachableException(
        "the agent did not answer %s within %d seconds".formatted(method, atMost.toSeconds()));
  }

  /** Sends a notification, or throws if the connection has ended. */
  public void sendNotification(String method, JsonNode params) {
    requireOpen();
    send(RpcMessage.notification(method, params));
  }

  private void requireOpen() {
    String reason = end;
    if (reason != null) {
      throw new DataPlaneOfflineException(reason);
    }
  }

  /** A failed send closes the connection, since the peer may have received half of the message. */
  private void send(RpcMessage message) {
    try {
      channel.send(message.text());
    } catch (ConnectionLostException e) {
      close(String.valueOf(e.getMessage()));
      throw new DataPlaneOfflineException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Handles a received message. Not for concurrent use. A malformed message or a repeated request
   * id closes the connection.
   */
  public void receive(String text) {
    lastHeard = System.nanoTime();
    RpcMessage message = RpcMessage.read(text);
    if (message == null) {
      close("the peer sent a message that is not JSON-RPC");
      return;
    }
    Long id = message.id();
    String method = message.method();
    if (method == null) {
      completeRequest(id, message);
    } else if (id == null) {
      handler.notified(method, orNull(message.params()));
    } else {
      answer(id, method, orNull(message.params()));
    }
  }

  /** Ignores the response if its caller has timed out. */
  private void completeRequest(@Nullable Long id, RpcMessage answer) {
    CompletableFuture<RpcMessage> waiting = id == null ? null : pending.remove(id);
    if (waiting != null) {
      waiting.complete(answer);
    }
  }

  private void answer(long id, String method, JsonNode params) {
    if (id <= lastAnswered) {
      close("request %d arrived after request %d".formatted(id, lastAnswered));
      return;
    }
    lastAnswered = id;
    if (!incomingPermits.tryAcquire()) {
      reply(refusal(id, RpcCode.BUSY, "more than " + MOST_AT_ONCE + " concurrent requests"));
      return;
    }
    try {
      workers.execute(
          () -> {
            try {
              answerIfOpen(id, method, params);
            } finally {
              incomingPermits.release();
            }
          });
    } catch (RejectedExecutionException stopped) {
      incomingPermits.release();
    }
  }

  /** The peer may repeat the request on its next connection, or may have changed its mind. */
  private void answerIfOpen(long id, String method, JsonNode params) {
    if (end == null) {
      reply(answerOf(id, method, params));
    }
  }

  private RpcMessage answerOf(long id, String method, JsonNode params) {
    try {
      return RpcMessage.answer(id, handler.answer(method, params));
    } catch (RpcException e) {
      return refusal(id, e.code(), String.valueOf(e.getMessage()));
    } catch (RuntimeException | Error e) {
      LOG.error("Request {} failed", method, e);
      return refusal(
          id,
          RpcCode.INTERNAL,
          method + " failed unexpectedly; see the log of the side that handled it");
    }
  }

  private void reply(RpcMessage answer) {
    try {
      send(answer);
    } catch (DataPlaneOfflineException gone) {
      LOG.debug("Cannot send a response, the connection has ended: {}", gone.getMessage());
    }
  }

  private static RpcMessage refusal(long id, RpcCode code, String message) {
    return RpcMessage.failure(id, new RpcMessage.RpcError(code.number(), message));
  }

  public void close(String reason) {
    ended(reason);
    channel.close(reason);
  }

  /** Marks the connection as ended, and fails all callers that wait for a response. */
  public void ended(String reason) {
    if (end == null) {
      end = reason;
    }
    pending
        .values()
        .forEach(answer -> answer.completeExceptionally(new ConnectionLostException(reason)));
  }

  /** Returns why the connection has ended; null while it is open. */
  public @Nullable String end() {
    return end;
  }

  private static JsonNode orNull(@Nullable JsonNode node) {
    return node == null ? NullNode.getInstance() : node;
  }
}
