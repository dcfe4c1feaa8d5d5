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
 * The position up to which the audit log was written. Events get their numbers before they are
 * committed, so an event can appear with a lower number than one already written. The cursor
 * therefore keeps a floor, up to which no more events are expected, and the number of each written
 * event above the floor.
 *
 * <p>The first line of the file is the floor; each further line is the number and the time, in
 * epoch milliseconds, of a written event above the floor. Not thread-safe.
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
   * @throws IOException if the file is malformed; a missing file stands for the beginning
   */
  static AuditCursor read(Path file) throws IOException {
    AuditCursor cursor = new AuditCursor(file);
    if (Files.exists(file)) {
      cursor.parse(Files.readAllLines(file, StandardCharsets.US_ASCII));
    }
    return cursor;
  }

  private void parse(List<String> lines) throws IOException {
    try {
      floor = Long.parseLong(lines.get(0));
      for (String line : lines.subList(1, lines.size())) {
        String[] words = line.split(" ");
        above.put(Long.valueOf(words[0]), Instant.ofEpochMilli(Long.parseLong(words[1])));
      }
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw new IOException(
          file
              + " does not contain the position in the audit log; remove it to write all events"
              + " again",
          e);
    }
  }

  long floor() {
    return floor;
  }

  boolean isNew(AuditEntry entry) {
    return entry.number() > floor && !above.containsKey(entry.number());
  }

  void markWritten(List<AuditEntry> entries) {
    entries.forEach(entry -> above.put(entry.number(), entry.event().createdAt()));
    changed |= !entries.isEmpty();
  }

  /** Raises the floor over written events that are older than {@code time}. */
  void raiseFloor(Instant time) {
    while (!above.isEmpty() && above.firstEntry().getValue().isBefore(time)) {
      floor = above.pollFirstEntry().getKey();
      changed = true;
    }
  }

  /**
   * Resets the cursor if {@code last}, the store's largest event number, shows that the store is
   * another one or an older copy. Returns whether all events have to be written again.
   */
  boolean resetIfStoreReplaced(long last) {
    changed |= !above.tailMap(last, false).isEmpty();
    above.tailMap(last, false).clear();
    if (last >= floor) {
      return false;
    }
    floor = 0;
    changed = true;
    return true;
  }

  /** Saves the cursor if it has changed, or throws; then the next call tries again. */
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
