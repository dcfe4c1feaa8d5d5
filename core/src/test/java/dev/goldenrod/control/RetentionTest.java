package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.Retention;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.testing.InMemoryStore;
import dev.goldenrod.testing.MutableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetentionTest {
  private static final int BATCH = 500;

  private final MutableClock clock = new MutableClock(Instant.parse("2026-01-31T10:15:30Z"));
  private final InMemoryStore store = new InMemoryStore();
  private final ControlPlane control =
      ControlPlane.builder()
          .store(store)
          .clock(clock)
          .settings(
              Settings.DEFAULTS.withRetention(
                  new Retention(Duration.ofDays(3), Duration.ofDays(2), Duration.ofDays(1))))
          .build();
  private final Actor admin = control.admin();

  @AfterEach
  void close() {
    control.close();
  }

  @Test
  void old_events_go_batch_by_batch_and_young_ones_stay() {
    append(2 * BATCH + 1);
    clock.advance(Duration.ofDays(3).plusMillis(1));
    append(1);
    control.runDueOnce();
    assertThat(events()).isEqualTo(BATCH + 2);

    control.runDueOnce();
    control.runDueOnce();

    assertThat(events()).isEqualTo(1);
  }

  @Test
  void what_is_old_later_goes_within_an_hour() {
    append(1);
    control.runDueOnce();
    clock.advance(Duration.ofDays(3).plusMillis(1));

    control.runDueOnce();

    assertThat(events()).isZero();
    append(1);
    clock.advance(Duration.ofMinutes(59));
    control.runDueOnce();
    assertThat(events()).isEqualTo(1);
  }

  @Test
  void expired_tokens_and_invites_go_and_valid_ones_stay() {
    control.tokens().create(admin, "short", 60);
    control.tokens().create(admin, "long", Duration.ofDays(90).toSeconds());
    control.invites().create(admin, "eve@example.com", Role.USER, 0);
    clock.advance(Duration.ofDays(30));

    control.runDueOnce();

    assertThat(control.tokens().list(admin)).extracting("name").containsExactly("long");
    assertThat(control.invites().list(admin)).isEmpty();
  }

  @Test
  void nothing_is_kept_for_less_than_a_day() {
    assertThatThrownBy(
            () -> new Retention(Duration.ofHours(23), Duration.ofDays(2), Duration.ofDays(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("audit events");
  }

  private int events() {
    return control.auditLog().list(admin, 1000, null).size();
  }

  private void append(int count) {
    store.useTransaction(
        tx -> {
          for (int i = 0; i < count; i++) {
            tx.audit()
                .append(
                    new AuditEvent(
                        UUID.randomUUID(),
                        admin.orgId(),
                        "source.deleted",
                        null,
                        "source/1",
                        Map.of(),
                        clock.instant()));
          }
        });
  }
}
