package dev.goldenrod.server.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.goldenrod.DaemonThreads;
import dev.goldenrod.Timestamps;
import dev.goldenrod.audit.AuditEntry;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.control.AuditLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies the store's audit events to a file, standard output or a syslog server once a second, each
 * at least once. A failure is logged once, and the events are written later.
 */
public final class AuditWriter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AuditWriter.class);
  private static final int PAGE = 1000;

  /** Upper bound for the time between creating an event and committing it. */
  static final Duration LONGEST_TRANSACTION = Duration.ofMinutes(1);

  private static final Duration LAST_PASS = Duration.ofSeconds(5);

  /** Escapes everything but ASCII, so that no name can send control characters to a terminal. */
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  /** The events to write. */
  interface Source {
    /** Returns events with numbers larger than {@code number}, in ascending order. */
    List<AuditEntry> after(long number, int limit);

    /** Returns the largest event number; 0 if there are no events. */
    long lastNumber();
  }

  private final Source source;
  private final AuditSink sink;
  private final String name;
  private final Path cursorFile;
  private final Clock clock;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("audit-log"));
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
   * @param log the file to append to, - for standard output, or the address of a syslog server
   * @param cursorFile file that keeps the position of the last event written
   * @param clock the store's clock, which timestamps events
   */
  public static AuditWriter start(AuditLog events, String log, Path cursorFile, Clock clock) {
    AuditWriter writer =
        new AuditWriter(sourceOf(events), AuditSink.of(log), log, cursorFile, clock);
    writer.thread.scheduleWithFixedDelay(writer::write, 0, 1, TimeUnit.SECONDS);
    return writer;
  }

  private static Source sourceOf(AuditLog events) {
    return new Source() {
      @Override
      public List<AuditEntry> after(long number, int limit) {
        return events.after(number, limit);
      }

      @Override
      public long lastNumber() {
        return events.lastNumber();
      }
    };
  }

  /**
   * Returns the host of the syslog server; empty if the log is something else.
   *
   * @throws IllegalArgumentException if the address is malformed
   */
  public static Optional<String> syslogHost(String log) {
    return AuditSink.of(log) instanceof Syslog syslog
        ? Optional.of(syslog.host())
        : Optional.empty();
  }

  void write() {
    try {
      writeNew(knownCursor());
      if (failing) {
        LOG.info(
            "Writing audit events to {} again, including those missed since the failure", name);
      }
      failing = false;
    } catch (IOException | RuntimeException e) {
      if (!failing) {
        LOG.warn(
            "Cannot write audit events to {}: {}; will retry every second", name, e.toString());
      }
      failing = true;
    }
  }

  private AuditCursor knownCursor() throws IOException {
    if (cursor == null) {
      AuditCursor read = AuditCursor.read(cursorFile);
      if (read.resetIfStoreReplaced(source.lastNumber())) {
        LOG.warn(
            "The store is older than the audit log {}, so all of its events are written again",
            name);
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
      sink.append(lines(fresh));
      known.markWritten(fresh);
    }
    known.raiseFloor(clock.instant().minus(LONGEST_TRANSACTION));
    known.save();
  }

  /** Encodes events as JSON lines; docs/security.md lists the fields. */
  private static byte[] lines(List<AuditEntry> entries) {
    return entries.stream()
        .map(entry -> line(entry.event()))
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static String line(AuditEvent event) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("time", Timestamps.text(event.createdAt()));
    fields.put("id", event.id().toString());
    fields.put("org", event.orgId().toString());
    fields.put("actor", event.actorId() == null ? null : event.actorId().toString());
    fields.put("action", event.action());
    fields.put("target", event.target());
    fields.put("details", event.metadata());
    try {
      return JSON.writeValueAsString(fields) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(
          "audit event " + event.id() + " cannot be converted to JSON", e);
    }
  }

  /** Writes the remaining events, for five seconds at most, and stops. */
  @Override
  public void close() {
    thread.execute(this::write);
    thread.shutdown();
    try {
      if (!thread.awaitTermination(LAST_PASS.toSeconds(), TimeUnit.SECONDS)) {
        LOG.warn(
            "Cannot write the last audit events to {} in time, the next start writes them", name);
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
