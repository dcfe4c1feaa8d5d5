package dev.goldenrod.dataplane.remote.rpc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
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
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One end of a connection on which both ends ask and answer. As many questions as {@link
 * #MOST_AT_ONCE} are under way in each direction; who has more waits. Thread-safe.
 */
public final class RpcConnection {
  /** How many questions one end has under way. */
  static final int MOST_AT_ONCE = 64;

  private static final Logger LOG = LoggerFactory.getLogger(RpcConnection.class);
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final Channel channel;
  private final RpcHandler handler;
  private final Executor workers;
  private final Map<Long, CompletableFuture<RpcMessage>> asked = new ConcurrentHashMap<>();
  private final Semaphore asking = new Semaphore(MOST_AT_ONCE);
  private final Semaphore answering = new Semaphore(MOST_AT_ONCE);
  private final AtomicLong lastId = new AtomicLong();
  private volatile @Nullable String end;

  /**
   * @param workers run the handler's answers
   */
  public RpcConnection(Channel channel, RpcHandler handler, Executor workers) {
    this.channel = channel;
    this.handler = handler;
    this.workers = workers;
  }

  /**
   * Asks, and waits for the answer.
   *
   * @return the result; null's node for none
   * @throws RpcException when the other side refuses
   * @throws DataPlaneOfflineException when the connection ends before the answer
   * @throws DataPlaneUnreachableException when the time is over; what was asked for may be done all
   *     the same, as before
   */
  public JsonNode ask(String method, JsonNode params, Duration atMost) {
    long until = System.nanoTime() + atMost.toNanos();
    try {
      if (!asking.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
        throw late(method, atMost);
      }
      try {
        return answerTo(method, params, atMost, until);
      } finally {
        asking.release();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DataPlaneUnreachableException(method + " was interrupted", e);
    }
  }

  private JsonNode answerTo(String method, JsonNode params, Duration atMost, long until)
      throws InterruptedException {
    long id = lastId.incrementAndGet();
    CompletableFuture<RpcMessage> answer = new CompletableFuture<>();
    asked.put(id, answer);
    try {
      requireOpen();
      send(RpcMessage.request(id, method, params, atMost.toMillis()));
      return result(answer.get(until - System.nanoTime(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      throw late(method, atMost);
    } catch (ExecutionException e) {
      throw new DataPlaneOfflineException(String.valueOf(e.getCause().getMessage()));
    } finally {
      asked.remove(id);
    }
  }

  private static JsonNode result(RpcMessage answer) {
    RpcMessage.RpcError error = answer.error();
    if (error != null) {
      throw new RpcException(RpcCode.of(error.code()), String.valueOf(error.message()));
    }
    return orNull(answer.result());
  }

  private static DataPlaneUnreachableException late(String method, Duration atMost) {
    return new DataPlaneUnreachableException(
        "the agent gave no answer to %s within %d seconds".formatted(method, atMost.toSeconds()));
  }

  /**
   * Tells the other side, and waits for nothing.
   *
   * @throws DataPlaneOfflineException when the connection is over
   */
  public void tell(String method, JsonNode params) {
    requireOpen();
    send(RpcMessage.notification(method, params));
  }

  private void requireOpen() {
    String reason = end;
    if (reason != null) {
      throw new DataPlaneOfflineException(reason);
    }
  }

  private void send(RpcMessage message) {
    try {
      channel.send(JSON.writeValueAsString(message));
    } catch (ConnectionLostException e) {
      throw new DataPlaneOfflineException(String.valueOf(e.getMessage()));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Takes a text of the other side. One that is no message ends the connection. */
  public void receive(String text) {
    RpcMessage message = read(text);
    if (message == null) {
      close("a message was no JSON-RPC");
      return;
    }
    Long id = message.id();
    String method = message.method();
    if (method == null) {
      answered(id, message);
    } else if (id == null) {
      handler.notified(method, orNull(message.params()));
    } else {
      answer(id, method, orNull(message.params()));
    }
  }

  private static @Nullable RpcMessage read(String text) {
    try {
      return JSON.readValue(text, RpcMessage.class);
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  /** An answer that nobody waits for came late. */
  private void answered(@Nullable Long id, RpcMessage answer) {
    CompletableFuture<RpcMessage> waiting = id == null ? null : asked.remove(id);
    if (waiting != null) {
      waiting.complete(answer);
    }
  }

  private void answer(long id, String method, JsonNode params) {
    if (!answering.tryAcquire()) {
      reply(refusal(id, RpcCode.BUSY, "more than " + MOST_AT_ONCE + " questions at once"));
      return;
    }
    try {
      workers.execute(
          () -> {
            try {
              reply(answerOf(id, method, params));
            } finally {
              answering.release();
            }
          });
    } catch (RejectedExecutionException stopped) {
      answering.release();
    }
  }

  private RpcMessage answerOf(long id, String method, JsonNode params) {
    try {
      return RpcMessage.answer(id, handler.answer(method, params));
    } catch (RpcException e) {
      return refusal(id, e.code(), String.valueOf(e.getMessage()));
    } catch (RuntimeException | Error e) {
      LOG.error("{} broke down", method, e);
      return refusal(id, RpcCode.INTERNAL, method + " broke down; the log of its side tells why");
    }
  }

  private void reply(RpcMessage answer) {
    try {
      send(answer);
    } catch (DataPlaneOfflineException gone) {
      LOG.debug("an answer found no connection: {}", gone.getMessage());
    }
  }

  private static RpcMessage refusal(long id, RpcCode code, String message) {
    return RpcMessage.failure(id, new RpcMessage.RpcError(code.number(), message));
  }

  /** Ends the connection; the other side is told why. */
  public void close(String reason) {
    ended(reason);
    channel.close(reason);
  }

  /** The connection is over: whoever waits for an answer is told so. */
  public void ended(String reason) {
    if (end == null) {
      end = reason;
    }
    asked
        .values()
        .forEach(answer -> answer.completeExceptionally(new ConnectionLostException(reason)));
  }

  /** Why the connection is over; null while it is not. */
  public @Nullable String end() {
    return end;
  }

  private static JsonNode orNull(@Nullable JsonNode node) {
    return node == null ? NullNode.getInstance() : node;
  }
}
