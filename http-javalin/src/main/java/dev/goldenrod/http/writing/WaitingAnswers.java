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

/** The answers that wait for their clients, within a budget of bytes. Thread-safe. */
final class WaitingAnswers {
  private static final Logger LOG = LoggerFactory.getLogger(WaitingAnswers.class);
  private static final Duration ROUND = Duration.ofMillis(500);

  /** What a request takes besides the bytes of its answer. */
  private static final int REQUEST_BYTES = 16 << 10;

  /** A client that takes its answer is not given up for others. */
  private static final Duration SHORTEST_STALL = Duration.ofSeconds(1);

  /** The part of the budget that is free after answers were given up. */
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

  /** Looks for those that do not move again and again, as long as the scheduler runs. */
  void begin(Scheduler scheduler, BooleanSupplier isStopping) {
    if (scheduler.isRunning()) {
      scheduler.schedule(
          () -> round(scheduler, isStopping), ROUND.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** The answer waits, unless all the budget is in use by others that move. */
  void add(HeldAnswer answer) {
    answers.add(answer);
    if (bytes.addAndGet(cost(answer)) > mostBytes && !makeRoom()) {
      giveUp(answer);
    }
  }

  /** The answer waits no more. */
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
      LOG.warn("answers that wait for their clients are looked for again", e);
    }
    begin(scheduler, isStopping);
  }

  /** Gives up those that have not moved for longest; whether there were enough of them. */
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

  /** Those that have not moved for so long, the longest first. */
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
    LOG.debug("{} is given up: its client does not take the answer", answer.getRequest());
    answer.giveUp();
  }
}
