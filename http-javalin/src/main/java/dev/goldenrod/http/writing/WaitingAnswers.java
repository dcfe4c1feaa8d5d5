package dev.goldenrod.http.writing;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The responses that wait for their clients, within a byte budget. Thread-safe. */
final class WaitingAnswers {
  private static final Logger LOG = LoggerFactory.getLogger(WaitingAnswers.class);
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
  private final Set<HeldAnswer> answers = ConcurrentHashMap.newKeySet();
  private final AtomicLong bytes = new AtomicLong();

  WaitingAnswers(long mostBytes, Duration patience, Duration resetPatience) {
    this.mostBytes = mostBytes;
    this.patience = patience;
    this.resetPatience = resetPatience;
  }

  /** Checks for stalled responses periodically while the scheduler runs. */
  void begin(Scheduler scheduler, BooleanSupplier isStopping) {
    if (scheduler.isRunning()) {
      scheduler.schedule(
          () -> round(scheduler, isStopping), ROUND.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Adds a response. Aborts it if responses that make progress use the whole budget. */
  void add(HeldAnswer answer) {
    answers.add(answer);
    if (bytes.addAndGet(cost(answer)) > mostBytes && !makeRoom()) {
      giveUp(answer);
    }
  }

  void remove(HeldAnswer answer) {
    if (answers.remove(answer)) {
      bytes.addAndGet(-cost(answer));
    }
  }

  private static long cost(HeldAnswer answer) {
    return REQUEST_BYTES + answer.bytes();
  }

  private void round(Scheduler scheduler, BooleanSupplier isStopping) {
    try {
      long now = System.nanoTime();
      answers.stream()
          .filter(answer -> answer.isStuck(now, resetPatience))
          .forEach(HeldAnswer::hangUp);
      stalled(isStopping.getAsBoolean() ? SHORTEST_STALL : patience)
          .forEach(stalled -> giveUp(stalled.answer()));
    } catch (RuntimeException e) {
      LOG.warn("Cannot check responses for stalled clients, will retry", e);
    }
    begin(scheduler, isStopping);
  }

  /** Aborts the responses that have stalled longest; returns whether that made enough room. */
  private boolean makeRoom() {
    long room = bytes.get() - mostBytes + mostBytes / SHARE_TO_FREE;
    for (Stalled longest : stalled(SHORTEST_STALL)) {
      giveUp(longest.answer());
      room -= cost(longest.answer());
      if (room <= 0) {
        break;
      }
    }
    return bytes.get() <= mostBytes;
  }

  private record Stalled(HeldAnswer answer, long nanos) {}

  /** Returns the responses that have stalled for at least this long, longest first. */
  private List<Stalled> stalled(Duration atLeast) {
    long now = System.nanoTime();
    return answers.stream()
        .filter(answer -> !answer.isGivenUp())
        .map(answer -> new Stalled(answer, answer.stalled(now)))
        .filter(stalled -> stalled.nanos() >= atLeast.toNanos())
        .sorted(Comparator.comparingLong(Stalled::nanos).reversed())
        .toList();
  }

  private static void giveUp(HeldAnswer answer) {
    LOG.debug("Aborting the response to {}: the client does not read it", answer.getRequest());
    answer.giveUp();
  }
}
