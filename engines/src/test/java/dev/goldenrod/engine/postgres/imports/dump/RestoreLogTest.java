package dev.goldenrod.engine.postgres.imports.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.engine.postgres.imports.dump.RestoreLog.RestoreError;
import dev.goldenrod.port.DataPlaneException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RestoreLogTest {
  @Test
  void a_table_without_its_access_method_that_cannot_be_made_either_is_known() {
    TocEntry table = TocEntry.parse("7; 1259 100 TABLE public t owner").orElseThrow();
    RestoreLog log = new RestoreLog(List.of(table), true, isTableData -> {});
    log.accept("pg_restore: from TOC entry 7; 1259 100 TABLE t owner");
    log.accept("pg_restore: error: could not set default_table_access_method: ERROR:  invalid");
    log.accept("pg_restore: error: could not execute query: ERROR:  type \"x\" does not exist");

    assertThat(log.losses()).hasSize(2).extracting(RestoreError::entry).containsOnly(table);
  }

  @Test
  void an_error_is_found_when_another_worker_writes_into_its_line() {
    TocEntry table = TocEntry.parse("7; 0 100 TABLE DATA public t owner").orElseThrow();
    for (List<String> lines :
        List.of(
            List.of(
                "pg_restore: pg_restore: error: COPY failed for table \"t\": ERROR:  no",
                "finished item 8 TABLE DATA u"),
            List.of(
                "pg_restore: error: pg_restore: processing data for table \"u\"",
                "COPY failed for table \"t\": ERROR:  no"),
            List.of(
                "pg_restore: pg_restore: COPY failed for table \"t\": ERROR:  no",
                "error: launching item 8 TABLE DATA u"),
            List.of(
                "pg_restore:pg_restore:  error: COPY failed for table \"t\": ERROR:  no",
                "finished item 8 TABLE DATA u"))) {
      RestoreLog log = new RestoreLog(List.of(table), true, isTableData -> {});
      log.accept("pg_restore: from TOC entry 7; 0 100 TABLE DATA t owner");
      lines.forEach(log);
      assertThat(log.losses()).as("%s", lines).hasSize(1);
      assertThat(log.losses().get(0).entry()).isEqualTo(table);
      assertThat(log.losses().get(0).reason()).startsWith("COPY failed for table \"t\"");
    }
  }

  @Test
  void each_of_several_entries_that_fail_at_the_same_time_is_known() {
    TocEntry first = TocEntry.parse("7; 0 100 TABLE DATA public t owner").orElseThrow();
    TocEntry second = TocEntry.parse("8; 0 101 TABLE DATA public u owner").orElseThrow();
    for (List<String> lines :
        List.of(
            List.of(
                "pg_restore: error: COPY failed for table \"t\": ERROR:  no",
                "pg_restore: error: COPY failed for table \"u\": ERROR:  no"),
            List.of("pg_restore: error: pg_restore: could not read", "this: ERROR:  no"),
            List.of("pg_restopg_restore: re: error: COPY failed", "errorCOPY: failed"))) {
      RestoreLog log = new RestoreLog(List.of(first, second), true, isTableData -> {});
      log.accept("pg_restore: pg_restore: from TOC entry 7; 0 100 TABLE DATA t owner");
      log.accept("from TOC entry 8; 0 101 TABLE DATA u owner");
      lines.forEach(log);

      assertThat(log.losses()).extracting(RestoreError::entry).containsExactly(first, second);
    }
  }

  @Test
  void a_failed_entry_is_found_although_its_name_looks_like_a_message() {
    TocEntry first = TocEntry.parse("7; 0 100 TABLE DATA public t owner").orElseThrow();
    TocEntry second = TocEntry.parse("8; 0 101 TABLE DATA public u owner").orElseThrow();
    String message = "pg_restore: from TOC entry 7; 0 100 TABLE DATA from TOC entry 8; x owner";
    String progress = "pg_restore: processing data for table \"public.from TOC entry 8; x\"";
    RestoreLog ofWorkers = new RestoreLog(List.of(first, second), true, isTableData -> {});
    RestoreLog ofOne = new RestoreLog(List.of(first, second), false, isTableData -> {});

    List.of(ofWorkers, ofOne).forEach(log -> log.accept(message));
    ofOne.accept(progress);

    assertThat(ofWorkers.losses()).extracting(RestoreError::entry).contains(first);
    assertThat(ofOne.losses()).extracting(RestoreError::entry).containsExactly(first);
  }

  @Test
  void a_message_before_a_fatal_error_is_no_end() {
    RestoreLog log = new RestoreLog(List.of(), true, isTableData -> {});
    log.accept("pg_restore: warning: errors ignored on restore: 1");
    assertThat(log.isAtEnd()).isTrue();
    log.accept("pg_restore: error: a worker process died unexpectedly");

    assertThat(log.isAtEnd()).isFalse();
  }

  @Test
  void what_is_restored_is_counted_with_workers_and_without() {
    TocEntry table = TocEntry.parse("7; 0 100 TABLE DATA public t owner").orElseThrow();
    List<Boolean> restored = new ArrayList<>();
    List<String> alone =
        List.of(
            "pg_restore: connecting to database for restore",
            "pg_restore: creating TABLE \"public.t\"",
            "pg_restore: processing data for table \"public.t\"",
            "pg_restore: executing SEQUENCE SET t_id_seq");

    alone.forEach(new RestoreLog(List.of(table), false, restored::add));
    assertThat(restored).containsExactly(false, true, false);

    restored.clear();
    List<String> withWorkers =
        List.of(
            "pg_restore: launching item 7 TABLE DATA t",
            "pg_restore: processing data for table \"public.t\"",
            "pg_restore: finished item 7 TABLE DATA t");
    withWorkers.forEach(new RestoreLog(List.of(table), true, restored::add));
    assertThat(restored).containsExactly(true);
  }

  @Test
  void lines_of_a_message_that_look_like_errors_are_none() {
    RestoreLog log = new RestoreLog(List.of(), true, isTableData -> {});
    log.accept("    could not find this in the query that failed");
    log.accept("could not find that");

    assertThat(log.losses()).isEmpty();
  }

  @Test
  void a_restore_that_tells_of_errors_without_end_fails() {
    RestoreLog log = new RestoreLog(List.of(), true, isTableData -> {});
    String error = "pg_restore: error: could not execute query: ERROR:  no";

    for (int i = 0; i < 10_000; i++) {
      log.accept(error);
    }

    assertThat(log.losses()).hasSize(10_000);
    assertThatThrownBy(() -> log.accept(error))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("more than 10000 errors of pg_restore");
  }

  @Test
  void errors_that_are_longer_than_anybody_reads_fail_the_restore() {
    RestoreLog log = new RestoreLog(List.of(), true, isTableData -> {});
    String error = "pg_restore: error: " + "x".repeat(15 << 20);

    log.accept(error);

    assertThatThrownBy(() -> log.accept(error))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("more than 16 MiB of errors of pg_restore");
  }
}
