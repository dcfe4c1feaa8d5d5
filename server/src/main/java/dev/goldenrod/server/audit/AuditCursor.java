package dev.goldenrod.server.audit;

import dev.goldenrod.audit.AuditEntry;
import dev.goldenrod.dataplane.local.file.DurableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How far the log was written. Events get their numbers before they are committed, so one can turn
 * up below others that were written: all up to a number are done with, and of those above it each
 * that was written is known.
 *
 * <p>Its file has that number in the first line, and in each other one the number and the time, in
 * milliseconds, of an event above it. Not thread-safe.
 */
final class AuditCursor {
  private final Path file;
  private final TreeMap<Long, Instant> above = new TreeMap<>();
  private long floor;
  private boolean changed;

  private AuditCursor(Path file) {
    this.file = file;
  }

  /**
   * The one that is kept in the file; at the first event when there is none.
   *
   * @throws IOException when the file cannot be read, or is no cursor
   */
  static AuditCursor read(Path file) throws IOException {
    AuditCursor cursor = new AuditCursor(file);
    if (Files.exists(file)) {
      cursor.take(Files.readAllLines(file, StandardCharsets.US_ASCII));
    }
    return cursor;
  }

  private void take(List<String> lines) throws IOException {
    try {
      floor = Long.parseLong(lines.get(0));
      for (String line : lines.subList(1, lines.size())) {
        String[] words = line.split(" ");
        above.put(Long.valueOf(words[0]), Instant.ofEpochMilli(Long.parseLong(words[1])));
      }
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw new IOException(
          file + " does not tell how far the log was written; remove it to write all events", e);
    }
  }

  /** The number up to which all is done with. */
  long floor() {
    return floor;
  }

  boolean isNew(AuditEntry entry) {
    return entry.number() > floor && !above.containsKey(entry.number());
  }

  void written(List<AuditEntry> entries) {
    entries.forEach(entry -> above.put(entry.number(), entry.event().createdAt()));
    changed |= !entries.isEmpty();
  }

  /** Is done with the first ones as far as they are from before that time. */
  void settle(Instant time) {
    while (!above.isEmpty() && above.firstEntry().getValue().isBefore(time)) {
      floor = above.pollFirstEntry().getKey();
      changed = true;
    }
  }

  /**
   * Goes back when the store has no such event yet: it is an older copy, or another one.
   *
   * @param last the largest number that the store has
   * @return whether all events are to be written again
   */
  boolean goBackTo(long last) {
    changed |= !above.tailMap(last, false).isEmpty();
    above.tailMap(last, false).clear();
    if (last >= floor) {
      return false;
    }
    floor = 0;
    changed = true;
    return true;
  }

  /**
   * Keeps it, if it has changed.
   *
   * @throws IOException when it cannot; then the next call tries again
   */
  void save() throws IOException {
    if (!changed) {
      return;
    }
    String lines =
        above.entrySet().stream()
            .map(one -> one.getKey() + " " + one.getValue().toEpochMilli() + "\n")
            .collect(Collectors.joining());
    DurableFile.write(file, (floor + "\n" + lines).getBytes(StandardCharsets.US_ASCII));
    changed = false;
  }
}
