package dev.goldenrod.dataplane.imports;

import dev.goldenrod.engine.OneLine;
import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportResult;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state of one run of one step of an import. Thread-safe. */
public final class StepRun implements StepReport {
  private static final Logger LOG = LoggerFactory.getLogger(StepRun.class);
  private static final Duration STALLED_AFTER = Duration.ofMinutes(10);
  private static final String STALLED =
      "no progress since %s: a large table or index can take that long, or the source no longer responds; if it does not, cancel the import";
  private static final long NOTIFY_INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();

  private final UUID id;
  private final ImportPhase step;
  private final Clock clock;
  private final Runnable changed;
  private final CountDownLatch end = new CountDownLatch(1);
  private final List<String> warnings = new ArrayList<>();
  private List<String> earlierWarnings = List.of();
  private @Nullable Progress progress;
  private Instant progressAt;
  private @Nullable ImportResult result;
  private @Nullable String failure;
  private @Nullable Thread worker;
  private boolean cancelled;
  private String waitReason = "";
  private long notifiedAt = System.nanoTime() - NOTIFY_INTERVAL_NANOS;

  /**
   * Creates a run that has just started.
   *
   * @param clock measures how long the step has made no progress
   * @param changed is called when the run ends, and about once a second on progress
   */
  public StepRun(UUID id, ImportPhase step, Clock clock, Runnable changed) {
    this.id = id;
    this.step = step;
    this.clock = clock;
    this.changed = changed;
    this.progressAt = clock.instant();
  }

  public ImportPhase step() {
    return step;
  }

  @Override
  public void warn(String sentence) {
    String line = OneLine.of(sentence);
    LOG.warn("import {}: {}", id, line);
    synchronized (this) {
      warnings.add(line);
    }
  }

  /** Clears this step's warnings, because a restarted step reports them again. */
  public synchronized void clearWarnings() {
    warnings.clear();
  }

  /** Sets the sentence that says what the step waits for; empty if it does not wait. */
  public void setWaitReason(String sentence) {
    synchronized (this) {
      if (sentence.equals(waitReason)) {
        return;
      }
      waitReason = sentence;
      progressAt = clock.instant();
    }
    if (!sentence.isEmpty()) {
      LOG.info("import {}: {}", id, sentence);
    }
    changed.run();
  }

  @Override
  public void progress(Progress now) {
    synchronized (this) {
      if (!now.equals(progress)) {
        progressAt = clock.instant();
      }
      progress = now;
      boolean due = System.nanoTime() - notifiedAt >= NOTIFY_INTERVAL_NANOS;
      if (!due) {
        return;
      }
      notifiedAt = System.nanoTime();
    }
    LOG.info("import {}: {} of {} {}", id, now.done(), now.total(), now.unit());
    changed.run();
  }

  @Override
  public synchronized boolean isCancelled() {
    return cancelled;
  }

  public synchronized List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** Returns the warnings of the earlier steps and of this one. */
  public synchronized List<String> allWarnings() {
    List<String> all = new ArrayList<>(earlierWarnings);
    all.addAll(warnings);
    return all;
  }

  public synchronized void setEarlierWarnings(List<String> otherWarnings) {
    earlierWarnings = List.copyOf(otherWarnings);
  }

  public synchronized boolean hasFailed() {
    return failure != null;
  }

  /** Returns whether the run was cancelled and has ended: the step then counts as not started. */
  public synchronized boolean wasCancelled() {
    return cancelled && failure != null;
  }

  public synchronized boolean isRunning() {
    return result == null && failure == null;
  }

  /** Returns the run's state. A run without progress for ten minutes is reported as stalled. */
  public synchronized ImportObservation observation() {
    List<String> all = allWarnings();
    if (failure != null) {
      return ImportObservation.failed(failure, all);
    }
    return Optional.ofNullable(result)
        .map(made -> ImportObservation.done(made, all))
        .orElseGet(() -> runningObservation(all));
  }

  private ImportObservation runningObservation(List<String> all) {
    if (!waitReason.isEmpty()) {
      return ImportObservation.stalled(waitReason, progress, all);
    }
    return clock.instant().isBefore(progressAt.plus(STALLED_AFTER))
        ? ImportObservation.running(progress, all)
        : ImportObservation.stalled(
            STALLED.formatted(progressAt.truncatedTo(ChronoUnit.SECONDS)), progress, all);
  }

  public void succeeded(ImportResult made) {
    synchronized (this) {
      result = made;
      worker = null;
    }
    end.countDown();
    notifyListener();
  }

  public void failed(String message) {
    synchronized (this) {
      failure = OneLine.of(message);
      worker = null;
    }
    end.countDown();
    notifyListener();
  }

  /** An exception from the listener does not change how the run ended. */
  private void notifyListener() {
    try {
      changed.run();
    } catch (RuntimeException e) {
      LOG.warn("import {}: cannot notify the listener that step {} ended", id, step.wireName(), e);
    }
  }

  /** Sets the thread that {@link #cancel} interrupts. */
  public synchronized void setWorker(Thread thread) {
    worker = thread;
  }

  public synchronized void cancel() {
    cancelled = true;
    if (worker != null) {
      worker.interrupt();
    }
  }

  /** Another process took over the step: the result of this run is ignored. */
  public synchronized void markTakenOver() {
    cancelled = true;
  }

  /** Waits for the run to end, and returns false if the time is up first. */
  public boolean awaitEnd(Duration patience) {
    try {
      return end.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
