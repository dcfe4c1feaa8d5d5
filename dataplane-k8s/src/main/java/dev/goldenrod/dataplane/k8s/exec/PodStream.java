package dev.goldenrod.dataplane.k8s.exec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.Backoff;
import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.Pair;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.Dispatcher;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * A WebSocket to a pod's subresource, which carries several channels: the first byte of each frame
 * is its channel's number. Thread-safe.
 */
final class PodStream implements AutoCloseable {
  /** Receives the pod's frames, in order. The pod waits while a call blocks. */
  interface Receiver {
    void received(int channel, ByteString bytes);

    /** Called at least once, after the last frame. */
    void ended(String why);
  }

  private static final String PROTOCOL = "Sec-WebSocket-Protocol";
  private static final String WITH_CLOSE_SIGNAL = "v5.channel.k8s.io";
  private static final String WITHOUT_CLOSE_SIGNAL = "v4.channel.k8s.io";
  private static final byte CLOSE_SIGNAL = (byte) 255;
  private static final int NORMAL_CLOSURE = 1000;
  private static final long MOST_QUEUED = 512 * 1024;
  private static final Duration LONGEST_OPENING = Duration.ofSeconds(30);
  private static final Duration PING_INTERVAL = Duration.ofMinutes(1);
  private static final int MOST_TRIES = 6;
  private static final Duration POLL = Duration.ofMillis(2);

  static final Duration FIRST_PAUSE = Duration.ofMillis(200);

  /** A stream occupies a thread as long as it is open, so the number of threads is unlimited. */
  private static final Dispatcher DISPATCHER = dispatcher();

  private final WebSocket socket;
  private final boolean hasCloseSignal;

  private PodStream(WebSocket socket, boolean hasCloseSignal) {
    this.socket = socket;
    this.hasCloseSignal = hasCloseSignal;
  }

  /**
   * Opens the stream, and retries for at most half a minute while the server is too busy.
   *
   * @param subresource as in {@code /api/v1/namespaces/a/pods/b/exec}
   * @throws ApiUnavailableException if the stream cannot be opened now
   * @throws DataPlaneException if it cannot be opened; nothing was started in the pod then, unless
   *     the connection broke
   */
  static PodStream open(
      ApiClient client,
      String subresource,
      List<Pair> parameters,
      Receiver receiver,
      Duration firstPause) {
    long end = System.nanoTime() + LONGEST_OPENING.toNanos();
    Duration pause = firstPause;
    for (int tries = 1; ; tries++) {
      try {
        return new Opening(receiver)
            .open(client, request(client, subresource, parameters), end - System.nanoTime());
      } catch (RefusedException e) {
        boolean isLate = System.nanoTime() + pause.toNanos() > end;
        if (!e.isTemporary() || isLate || tries == MOST_TRIES) {
          throw e.explained();
        }
        Backoff.pause(pause);
        pause = pause.multipliedBy(2);
      }
    }
  }

  /**
   * Sends the bytes, and waits while too many are queued; returns false if the stream has ended.
   */
  boolean send(int channel, byte[] bytes, int offset, int length) {
    while (!hasRoom()) {
      Backoff.pause(POLL);
    }
    byte[] frame = new byte[length + 1];
    frame[0] = (byte) channel;
    System.arraycopy(bytes, offset, frame, 1, length);
    return socket.send(ByteString.of(frame));
  }

  boolean hasRoom() {
    return socket.queueSize() < MOST_QUEUED;
  }

  /** Signals the end of the channel's input, if the server supports it. */
  void closeChannel(int channel) {
    if (hasCloseSignal) {
      socket.send(ByteString.of(CLOSE_SIGNAL, (byte) channel));
    }
  }

  @Override
  public void close() {
    socket.close(NORMAL_CLOSURE, null);
  }

  void abort() {
    socket.cancel();
  }

  private static Request request(ApiClient client, String subresource, List<Pair> parameters) {
    try {
      return client.buildRequest(
          client.getBasePath(),
          subresource,
          "GET",
          parameters,
          List.of(),
          null,
          new HashMap<>(Map.of(PROTOCOL, WITH_CLOSE_SIGNAL + "," + WITHOUT_CLOSE_SIGNAL)),
          Map.of(),
          Map.of(),
          new String[] {"BearerToken"},
          null);
    } catch (ApiException e) {
      throw new DataPlaneException("cannot log in to the API server: " + e.getMessage(), e);
    }
  }

  private static Dispatcher dispatcher() {
    Dispatcher dispatcher =
        new Dispatcher(Executors.newCachedThreadPool(new DaemonThreads("pod-stream")));
    dispatcher.setMaxRequests(Integer.MAX_VALUE);
    dispatcher.setMaxRequestsPerHost(Integer.MAX_VALUE);
    return dispatcher;
  }

  private static final class Opening extends WebSocketListener {
    private final Receiver receiver;
    private final CompletableFuture<PodStream> opened = new CompletableFuture<>();

    Opening(Receiver receiver) {
      this.receiver = receiver;
    }

    PodStream open(ApiClient client, Request request, long nanos) throws RefusedException {
      WebSocket socket =
          client
              .getHttpClient()
              .newBuilder()
              .dispatcher(DISPATCHER)
              .pingInterval(PING_INTERVAL)
              .build()
              .newWebSocket(request, this);
      try {
        return opened.get(nanos, TimeUnit.NANOSECONDS);
      } catch (ExecutionException e) {
        throw (RefusedException) e.getCause();
      } catch (TimeoutException e) {
        socket.cancel();
        throw RefusedException.of(e, null);
      } catch (InterruptedException e) {
        socket.cancel();
        Thread.currentThread().interrupt();
        throw new DataPlaneException("interrupted while connecting to a pod", e);
      }
    }

    @Override
    public void onOpen(WebSocket socket, Response response) {
      opened.complete(new PodStream(socket, WITH_CLOSE_SIGNAL.equals(response.header(PROTOCOL))));
    }

    @Override
    public void onMessage(WebSocket socket, ByteString bytes) {
      if (bytes.size() > 0) {
        receiver.received(bytes.getByte(0) & 0xff, bytes.substring(1));
      }
    }

    @Override
    public void onMessage(WebSocket socket, String text) {
      onMessage(socket, ByteString.encodeUtf8(text));
    }

    @Override
    public void onClosing(WebSocket socket, int code, String reason) {
      socket.close(NORMAL_CLOSURE, null);
      receiver.ended(reason.isEmpty() ? "it was closed" : reason);
    }

    @Override
    public void onFailure(WebSocket socket, Throwable failure, @Nullable Response response) {
      if (!opened.completeExceptionally(RefusedException.of(failure, response))) {
        receiver.ended(String.valueOf(failure.getMessage()));
      }
    }
  }

  /** The stream was not opened. */
  private static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;
    private static final long LONGEST_REASON = 8192;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final boolean isTemporary;
    private final boolean isAnswered;

    private RefusedException(
        String message, Throwable cause, boolean isTemporary, boolean isAnswered) {
      super(message, cause);
      this.isTemporary = isTemporary;
      this.isAnswered = isAnswered;
    }

    static RefusedException of(Throwable failure, @Nullable Response response) {
      if (response == null) {
        return new RefusedException(
            unanswered(failure), failure, failure instanceof ConnectException, false);
      }
      int code = response.code();
      return new RefusedException(
          "the Kubernetes API server does not connect to the pod: " + reason(response),
          failure,
          code == TOO_MANY_REQUESTS || code >= SERVER_ERROR,
          true);
    }

    /** Returns whether a retry may succeed. Nothing was started in the pod then. */
    boolean isTemporary() {
      return isTemporary;
    }

    DataPlaneException explained() {
      String message = String.valueOf(getMessage());
      return isTemporary || !isAnswered
          ? new ApiUnavailableException(message, this)
          : new DataPlaneException(message, this);
    }

    private static String unanswered(Throwable failure) {
      return failure instanceof TimeoutException
          ? "the Kubernetes API server did not connect to the pod in time"
          : "the Kubernetes API server cannot be reached: " + failure.getMessage();
    }

    private static String reason(Response response) {
      try {
        String text = response.peekBody(LONGEST_REASON).string();
        JsonNode message = JSON.readTree(text).path("message");
        return message.isTextual() ? message.asText() : "status " + response.code();
      } catch (IOException | RuntimeException e) {
        return "status " + response.code();
      }
    }
  }
}
