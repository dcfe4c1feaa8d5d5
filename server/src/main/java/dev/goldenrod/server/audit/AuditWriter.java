package dev.goldenrod.server.audit;

import dev.goldenrod.audit.AuditEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the audit log elsewhere as well: once a second what is new in the store, at least once
 * each. What cannot be written stops nothing, is said once, and is written later.
 */
public final class AuditWriter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AuditWriter.class);
  private static final int PAGE = 1000;

  /** No transaction commits an event later than this after it was made. */
  static final Duration LONGEST_TRANSACTION = Duration.ofMinutes(1);

  private static final Duration LAST_PASS = Duration.ofSeconds(5);

  /** The events to write. */
  public interface Source {
    /** Those of larger numbers, oldest first, at most so many. */
    List<AuditEntry> after(long number, int limit);

    /** The largest number there is; 0 when there is none. */
    long lastNumber();
  }

  private final Source source;
  private final AuditSink sink;
  private final String name;
  private final Path cursorFile;
  private final Clock clock;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "goldenrod-audit-log");
            made.setDaemon(true);
            return made;
          });
  private @Nullable AuditCursor cursor;
  private boolean failing;

  AuditWriter(Source source, AuditSink sink, String name, Path cursorFile, Clock clock) {
    this.source = source;
    this.sink = sink;
    this.name = name;
    this.cursorFile = cursorFile;
    this.clock = clock;
  }

  /**
   * Starts to write.
   *
   * @param log the file to append to, - for standard output, or the address of a syslog server
   * @param cursorFile keeps how far it has come
   * @param clock the one that gives events their times, which is the store's
   */
  public static AuditWriter start(Source source, String log, Path cursorFile, Clock clock) {
    AuditWriter writer = new AuditWriter(source, AuditSink.of(log), log, cursorFile, clock);
    writer.thread.scheduleWithFixedDelay(writer::write, 0, 1, TimeUnit.SECONDS);
    return writer;
  }

  /**
   * The host of the syslog server that events would go to; empty for none.
   *
   * @throws IllegalArgumentException when the address is none
   */
  public static Optional<String> syslogHost(String log) {
    return AuditSink.of(log) instanceof Syslog syslog
        ? Optional.of(syslog.host())
        : Optional.empty();
  }

  /** Writes what is new. */
  void write() {
    try {
      writeNew(knownCursor());
      if (failing) {
        LOG.info("audit events are written to {} again, those of meanwhile too", name);
      }
      failing = false;
    } catch (IOException | RuntimeException e) {
      if (!failing) {
        LOG.warn(
            "audit events are not written to {}: {}; the server goes on, and writes them once it can",
            name,
            e.toString());
      }
      failing = true;
    }
  }

  private AuditCursor knownCursor() throws IOException {
    if (cursor == null) {
      AuditCursor read = AuditCursor.read(cursorFile);
      if (read.goBackTo(source.lastNumber())) {
        LOG.warn("the store is older than the audit log {}; its events are written again", name);
      }
      cursor = read;
    }
    return cursor;
  }

  private void writeNew(AuditCursor known) throws IOException {
    long from = known.floor();
    List<AuditEntry> page;
    do {
      page = source.after(from, PAGE);
      writeNew(known, page);
      from = page.isEmpty() ? from : page.get(page.size() - 1).number();
    } while (page.size() == PAGE);
  }

  private void writeNew(AuditCursor known, List<AuditEntry> page) throws IOException {
    List<AuditEntry> fresh = page.stream().filter(known::isNew).toList();
    if (!fresh.isEmpty()) {
      sink.append(AuditLines.of(fresh));
      known.written(fresh);
    }
    known.settle(clock.instant().minus(LONGEST_TRANSACTION));
    known.save();
  }

  /** Writes what is new, for five seconds at most, and ends. */
  @Override
  public void close() {
    thread.execute(this::write);
    thread.shutdown();
    try {
      if (!thread.awaitTermination(LAST_PASS.toSeconds(), TimeUnit.SECONDS)) {
        LOG.warn("the last audit events are written to {} at the next start", name);
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
