package dev.goldenrod.http.body;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Buffers responses until their clients have read them, within a byte budget, so that no thread
 * blocks on a client. For handlers whose responses fit into memory. Thread-safe.
 */
public final class ResponseBufferHandler extends Handler.Wrapper {
  private static final Logger LOG = LoggerFactory.getLogger(ResponseBufferHandler.class);
  private static final Duration ROUND = Duration.ofMillis(500);

  /** Estimated memory of a request without its response. */
  private static final int REQUEST_BYTES = 16 << 10;

  /** Responses that make progress are not aborted in favor of others. */
  private static final Duration SHORTEST_STALL = Duration.ofSeconds(1);

  /** Aborting frees 1/4 of the budget. */
  private static final int SHARE_TO_FREE = 4;

  private final long mostBytes;
  private final Duration patience;
  private final Duration resetPatience;
  private final Set<BufferedResponse> responses = ConcurrentHashMap.newKeySet();
  private final AtomicLong bytes = new AtomicLong();

  /**
   * Creates a handler.
   *
   * @param mostBytes maximum total size of the responses that wait for clients; above it, the
   *     responses that have stalled longest are aborted
   * @param patience a response that has stalled for this long is aborted; one second while the
   *     server stops
   * @param resetPatience maximum time to write the reset of an aborted response; then its
   *     connection is closed, with all its requests
   */
  public ResponseBufferHandler(long mostBytes, Duration patience, Duration resetPatience) {
    this.mostBytes = mostBytes;
    this.patience = patience;
    this.resetPatience = resetPatience;
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    begin(getServer().getScheduler(), getServer()::isStopping);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    BufferedResponse buffered = new BufferedResponse(request, response, callback, this);
    return super.handle(request, buffered, buffered);
  }

  /** Checks for stalled responses periodically while the scheduler runs. */
  private void begin(Scheduler scheduler, BooleanSupplier isStopping) {
    if (scheduler.isRunning()) {
      scheduler.schedule(
          () -> round(scheduler, isStopping), ROUND.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Adds a response. Aborts it if responses that make progress use the whole budget. */
  void add(BufferedResponse response) {
    responses.add(response);
    if (bytes.addAndGet(cost(response)) > mostBytes && !makeRoom()) {
      abort(response);
    }
  }

  void remove(BufferedResponse response) {
    if (responses.remove(response)) {
      bytes.addAndGet(-cost(response));
    }
  }

  private static long cost(BufferedResponse response) {
    return REQUEST_BYTES + response.bytes();
  }

  private void round(Scheduler scheduler, BooleanSupplier isStopping) {
    try {
      long now = System.nanoTime();
      responses.stream()
          .filter(response -> response.isResetPending(now, resetPatience))
          .forEach(BufferedResponse::closeConnection);
      stalled(isStopping.getAsBoolean() ? SHORTEST_STALL : patience)
          .forEach(stalled -> abort(stalled.response()));
    } catch (RuntimeException e) {
      LOG.warn("Cannot check responses for stalled clients, will retry", e);
    }
    begin(scheduler, isStopping);
  }

  /** Aborts the responses that have stalled longest; returns whether that made enough room. */
  private boolean makeRoom() {
    long room = bytes.get() - mostBytes + mostBytes / SHARE_TO_FREE;
    for (Stalled longest : stalled(SHORTEST_STALL)) {
      abort(longest.response());
      room -= cost(longest.response());
      if (room <= 0) {
        break;
      }
    }
    return bytes.get() <= mostBytes;
  }

  private record Stalled(BufferedResponse response, long nanos) {}

  /** Returns the responses that have stalled for at least this long, longest first. */
  private List<Stalled> stalled(Duration atLeast) {
    long now = System.nanoTime();
    return responses.stream()
        .filter(response -> !response.isAborted())
        .map(response -> new Stalled(response, response.stalled(now)))
        .filter(stalled -> stalled.nanos() >= atLeast.toNanos())
        .sorted(Comparator.comparingLong(Stalled::nanos).reversed())
        .toList();
  }

  private static void abort(BufferedResponse response) {
    LOG.debug("Aborting the response to {}: the client does not read it", response.getRequest());
    response.abort();
  }
}
