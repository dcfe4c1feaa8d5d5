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

/** One run of one step of an import, as it stands. Thread-safe. */
public final class StepRun implements StepReport {
  private static final Logger LOG = LoggerFactory.getLogger(StepRun.class);
  private static final Duration STALLED_AFTER = Duration.ofMinutes(10);
  private static final String STALLED =
      "no progress since %s: one large table or index can take that long, or the source has gone silent; cancel the import if it has";
  private static final long TELL_EVERY_NANOS = Duration.ofSeconds(1).toNanos();

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
  private String waitsFor = "";
  private long toldAt = System.nanoTime() - TELL_EVERY_NANOS;

  /**
   * A run that has just begun.
   *
   * @param clock tells how long the step has got no further
   * @param changed is called when it ended, and now and then on the way
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

  /** The step begins, or goes on after an interruption, and reports its warnings anew. */
  public synchronized void clearWarnings() {
    warnings.clear();
  }

  /** Notes what the step waits for, as a sentence; empty when it waits no more. */
  public void waitsFor(String sentence) {
    synchronized (this) {
      if (sentence.equals(waitsFor)) {
        return;
      }
      waitsFor = sentence;
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
      boolean due = System.nanoTime() - toldAt >= TELL_EVERY_NANOS;
      if (!due) {
        return;
      }
      toldAt = System.nanoTime();
    }
    LOG.info("import {}: {} of {} {}", id, now.done(), now.total(), now.unit());
    changed.run();
  }

  @Override
  public synchronized boolean isCancelled() {
    return cancelled;
  }

  /** The warnings of this step. */
  public synchronized List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** The warnings of the steps before, and of this one. */
  public synchronized List<String> allWarnings() {
    List<String> all = new ArrayList<>(earlierWarnings);
    all.addAll(warnings);
    return all;
  }

  /** Notes the warnings of the steps before. */
  public synchronized void warnedBefore(List<String> otherWarnings) {
    earlierWarnings = List.copyOf(otherWarnings);
  }

  public synchronized boolean hasFailed() {
    return failure != null;
  }

  /** Whether the run was cancelled and has ended: it counts as never begun. */
  public synchronized boolean wasCancelled() {
    return cancelled && failure != null;
  }

  public synchronized boolean isRunning() {
    return result == null && failure == null;
  }

  /** The run as it stands, with all warnings; one that got no further for ten minutes says so. */
  public synchronized ImportObservation observation() {
    List<String> all = allWarnings();
    if (failure != null) {
      return ImportObservation.failed(failure, all);
    }
    return Optional.ofNullable(result)
        .map(made -> ImportObservation.done(made, all))
        .orElseGet(() -> underWay(all));
  }

  private ImportObservation underWay(List<String> all) {
    if (!waitsFor.isEmpty()) {
      return ImportObservation.stalled(waitsFor, progress, all);
    }
    return clock.instant().isBefore(progressAt.plus(STALLED_AFTER))
        ? ImportObservation.running(progress, all)
        : ImportObservation.stalled(
            STALLED.formatted(progressAt.truncatedTo(ChronoUnit.SECONDS)), progress, all);
  }

  /** Ends the run with what it made, and tells so. */
  public void succeeded(ImportResult made) {
    synchronized (this) {
      result = made;
      worker = null;
    }
    end.countDown();
    tell();
  }

  /** Ends the run for that reason, put on one line, and tells so. */
  public void failed(String message) {
    synchronized (this) {
      failure = OneLine.of(message);
      worker = null;
    }
    end.countDown();
    tell();
  }

  /** A listener that throws does not change how the run ended. */
  private void tell() {
    try {
      changed.run();
    } catch (RuntimeException e) {
      LOG.warn("import {}: the listener was not told that {} ended", id, step.wireName(), e);
    }
  }

  /** Notes whose interruption ends waiting. */
  public synchronized void workedBy(Thread thread) {
    worker = thread;
  }

  /** Cancels the run and interrupts its worker. */
  public synchronized void cancel() {
    cancelled = true;
    if (worker != null) {
      worker.interrupt();
    }
  }

  /** Another process does the step: the result of this run is ignored. */
  public synchronized void overtaken() {
    cancelled = true;
  }

  /** Waits until the work has ended; false when it has not by then. */
  public boolean awaitEnd(Duration patience) {
    try {
      return end.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
