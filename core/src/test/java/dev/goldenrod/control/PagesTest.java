package dev.goldenrod.control;

import static dev.goldenrod.control.ControlFixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.golden.GoldenSummary;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.source.SourceKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists that are read in pages while rows are deleted. */
class PagesTest {
  private final ControlFixture fixture = new ControlFixture();
  private final Imports imports = fixture.control.imports();
  private final Actor admin = fixture.admin;
  private List<UUID> newestFirst;

  @BeforeEach
  void startThree() {
    UUID source =
        fixture
            .control
            .sources()
            .create(
                admin,
                new Sources.Create(
                    SourceKind.RDS, Map.of("host", "db.example", "dbname", "shop"), "shop"))
            .id();
    Stream.of("one", "two", "three")
        .forEach(golden -> imports.start(admin, new Imports.Start(source, golden, null)));
    newestFirst = imports.list(admin).stream().map(ImportJob::id).toList();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private static PageRequest after(String cursor) {
    return new PageRequest(2, null, cursor);
  }

  @Test
  void a_cursor_goes_on_behind_a_row_that_was_deleted_meanwhile() {
    Page<ImportJob> first = imports.list(admin, new PageRequest(2, null, null));
    fixture.store.useTransaction(tx -> tx.imports().delete(admin.orgId(), newestFirst.get(1)));

    Page<ImportJob> second = imports.list(admin, after(first.nextCursor().orElseThrow()));

    assertThat(first.rows()).extracting(ImportJob::id).isEqualTo(newestFirst.subList(0, 2));
    assertThat(second.rows()).extracting(ImportJob::id).containsExactly(newestFirst.get(2));
    assertThat(second.nextCursor()).isEmpty();
  }

  @Test
  void the_audit_log_is_read_to_its_end_by_cursors() {
    AuditLog log = fixture.control.auditLog();
    List<AuditEvent> all = log.list(admin, 1000, null);
    Page<AuditEvent> first = log.list(admin, new PageRequest(all.size() - 1, null, null));

    Page<AuditEvent> last =
        log.list(admin, new PageRequest(all.size() - 1, null, first.nextCursor().orElseThrow()));

    assertThat(Stream.concat(first.rows().stream(), last.rows().stream()).toList()).isEqualTo(all);
    assertThat(log.list(admin, new PageRequest(all.size(), null, null)).nextCursor()).isEmpty();
  }

  @Test
  void a_row_that_is_gone_or_never_was_is_no_beginning() {
    fixture.store.useTransaction(tx -> tx.imports().delete(admin.orgId(), newestFirst.get(0)));

    assertRefused(ErrorCode.INVALID_INPUT, () -> imports.list(admin, 2, newestFirst.get(0)));
    assertRefused(
        ErrorCode.INVALID_INPUT,
        () -> fixture.control.auditLog().list(admin, 2, UUID.randomUUID()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "*", "aW1wb3J0cyB4IDE", "YXVkaXQgMTIzIDE"})
  void an_unknown_cursor_is_refused(String cursor) {
    assertRefused(ErrorCode.INVALID_INPUT, () -> imports.list(admin, after(cursor)));
  }

  @Test
  void a_list_that_begins_with_the_oldest_is_read_to_its_end_without_what_is_hidden() {
    Goldens goldens = fixture.control.goldens();
    Actor ada = fixture.member("ada@example.com", Role.USER);
    fixture.golden("shown");
    fixture.golden("seen");

    Page<GoldenSummary> first = goldens.list(ada, new PageRequest(1, null, null));
    Page<GoldenSummary> second =
        goldens.list(ada, new PageRequest(1, null, first.nextCursor().orElseThrow()));

    assertThat(goldens.list(admin)).hasSize(5);
    assertThat(first.rows()).extracting(one -> one.golden().name()).containsExactly("shown");
    assertThat(second.rows()).extracting(one -> one.golden().name()).containsExactly("seen");
    assertThat(second.nextCursor()).isEmpty();
    assertThat(goldens.list(admin, new PageRequest(5, null, null)))
        .isEqualTo(new Page<>(goldens.list(admin), Optional.empty()));
  }

  @Test
  void a_list_that_begins_with_the_oldest_refuses_the_cursor_of_another_and_a_row() {
    Goldens goldens = fixture.control.goldens();
    String ofImports =
        imports.list(admin, new PageRequest(2, null, null)).nextCursor().orElseThrow();

    assertRefused(ErrorCode.INVALID_INPUT, () -> goldens.list(admin, after(ofImports)));
    assertRefused(
        ErrorCode.INVALID_INPUT,
        () -> goldens.list(admin, new PageRequest(2, newestFirst.get(0), null)));
  }

  @Test
  void a_page_has_one_beginning() {
    assertRefused(
        ErrorCode.INVALID_INPUT, () -> new PageRequest(2, newestFirst.get(0), "YXVkaXQgMTIzIDE"));
  }
}
