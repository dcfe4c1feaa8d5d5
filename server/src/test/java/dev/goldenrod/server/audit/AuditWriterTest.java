package dev.goldenrod.server.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.audit.AuditEntry;
import dev.goldenrod.audit.AuditEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditWriterTest {
  private static final Instant NOW = Instant.parse("2026-03-04T05:06:07.089Z");

  @TempDir private Path folder;

  private final TreeMap<Long, AuditEvent> events = new TreeMap<>();
  private Instant now = NOW;
  private Path log;
  private AuditWriter writer;

  @BeforeEach
  void start() {
    log = folder.resolve("audit.jsonl");
    writer = writer();
  }

  private AuditWriter writer() {
    AuditWriter.Source source =
        new AuditWriter.Source() {
          @Override
          public List<AuditEntry> after(long number, int limit) {
            return events.tailMap(number, false).entrySet().stream()
                .limit(limit)
                .map(one -> new AuditEntry(one.getKey(), one.getValue()))
                .toList();
          }

          @Override
          public long lastNumber() {
            return events.isEmpty() ? 0 : events.lastKey();
          }
        };
    return new AuditWriter(
        source,
        AuditSink.of(log.toString()),
        log.toString(),
        folder.resolve("cursor"),
        new Clock() {
          @Override
          public ZoneOffset getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(java.time.ZoneId zone) {
            return this;
          }

          @Override
          public Instant instant() {
            return now;
          }
        });
  }

  private void event(long number) {
    event(number, Map.of("number", number), null);
  }

  private void event(long number, Map<String, @Nullable Object> metadata, @Nullable UUID actor) {
    events.put(
        number,
        new AuditEvent(
            new UUID(0, number),
            new UUID(1, 1),
            "database.created",
            actor,
            "database/" + new UUID(2, number),
            metadata,
            now));
  }

  private List<Long> written(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .map(AuditWriterTest::read)
        .map(line -> line.path("details").path("number").asLong())
        .toList();
  }

  private static JsonNode read(String line) {
    try {
      return new ObjectMapper().readTree(line);
    } catch (IOException e) {
      throw new AssertionError("no JSON: " + line, e);
    }
  }

  @Test
  void a_line_has_all_that_the_store_has_and_nothing_for_a_terminal() throws Exception {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    metadata.put("name", "caf\u00e9\u009b31m\n");
    metadata.put("description", null);
    event(1, metadata, new UUID(3, 3));
    event(2, Map.of(), null);

    writer.write();

    assertThat(Files.readString(log))
        .isEqualTo(
            """
            {"time":"2026-03-04T05:06:07.089Z","id":"00000000-0000-0000-0000-000000000001",\
            "org":"00000000-0000-0001-0000-000000000001",\
            "actor":"00000000-0000-0003-0000-000000000003","action":"database.created",\
            "target":"database/00000000-0000-0002-0000-000000000001",\
            "details":{"name":"caf\\u00E9\\u009B31m\\n","description":null}}
            {"time":"2026-03-04T05:06:07.089Z","id":"00000000-0000-0000-0000-000000000002",\
            "org":"00000000-0000-0001-0000-000000000001","actor":null,\
            "action":"database.created",\
            "target":"database/00000000-0000-0002-0000-000000000002","details":{}}
            """);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log)))
        .isEqualTo("rw-------");
  }

  @Test
  void each_is_written_once_across_a_restart_and_more_than_a_page_of_them() throws Exception {
    for (long number = 1; number <= 2500; number++) {
      event(number);
    }
    writer.write();
    event(2501);
    writer.write();
    now = now.plus(AuditWriter.LONGEST_TRANSACTION).plusMillis(1);
    event(2502);
    writer = writer();
    writer.write();
    writer.write();

    assertThat(written(log)).hasSize(2502).doesNotHaveDuplicates().contains(1L, 2501L, 2502L);
    assertThat(Files.readAllLines(folder.resolve("cursor")))
        .containsExactly("2501", "2502 " + now.toEpochMilli());
  }

  @Test
  void one_that_was_committed_after_later_ones_is_written_too() throws Exception {
    event(1);
    event(3);
    writer.write();
    writer = writer();
    event(2);
    writer.write();

    assertThat(written(log)).containsExactly(1L, 3L, 2L);
  }

  @Test
  void a_file_that_was_moved_away_is_left_alone() throws Exception {
    event(1);
    writer.write();
    Path moved = folder.resolve("audit.jsonl.1");
    Files.move(log, moved);
    writer.write();
    assertThat(log).doesNotExist();
    event(2);
    writer.write();

    assertThat(written(moved)).containsExactly(1L);
    assertThat(written(log)).containsExactly(2L);
  }

  @Test
  void what_could_not_be_written_is_written_once_it_can() throws Exception {
    Files.createDirectory(log);
    event(1);
    writer.write();
    writer.write();
    Files.delete(log);
    event(2);
    writer.write();

    assertThat(written(log)).containsExactly(1L, 2L);
  }

  @Test
  void half_a_line_of_a_killed_server_ends_before_the_next_one() throws Exception {
    Files.writeString(log, "{\"time\":\"2026");
    event(1);
    writer.write();

    List<String> lines = Files.readAllLines(log);
    assertThat(lines).hasSize(2);
    assertThat(read(lines.get(1)).path("action").asText()).isEqualTo("database.created");
  }

  @Test
  void a_cursor_that_is_none_stops_the_writing_until_it_is_gone() throws Exception {
    Files.writeString(folder.resolve("cursor"), "far\n");
    event(1);
    writer.write();
    assertThat(log).doesNotExist();

    Files.delete(folder.resolve("cursor"));
    writer.write();
    assertThat(written(log)).containsExactly(1L);
  }

  @Test
  void of_an_older_copy_of_the_store_nothing_is_left_out() throws Exception {
    event(1);
    event(2);
    now = now.plus(AuditWriter.LONGEST_TRANSACTION).plusMillis(1);
    event(3);
    writer.write();
    events.remove(3L);
    writer = writer();
    writer.write();
    event(3);
    writer.write();
    assertThat(written(log)).containsExactly(1L, 2L, 3L, 3L);

    events.remove(3L);
    events.remove(2L);
    writer = writer();
    writer.write();
    assertThat(written(log)).containsExactly(1L, 2L, 3L, 3L, 1L);
  }
}
