package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.control.Quotas.Given;
import dev.goldenrod.member.Actor;
import dev.goldenrod.quota.Quota;
import dev.goldenrod.testing.InMemoryStore;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Limits given at the start of a server, and limits set by a member. */
class ConfiguredQuotaTest {
  private static final OptionalInt NONE = OptionalInt.empty();

  private final InMemoryStore store = new InMemoryStore();
  private final ControlPlane control = ControlPlane.builder().store(store).build();
  private final Actor admin = control.admin();

  @AfterEach
  void close() {
    control.close();
    store.close();
  }

  private Quota given(OptionalInt perUser, OptionalInt perOrg) {
    return control.quotas().give(new Given(perUser, perOrg, false));
  }

  private Quota caps(int perUser, int perOrg, boolean userPinned, boolean orgPinned) {
    return new Quota(admin.orgId(), perUser, perOrg, userPinned, orgPinned);
  }

  @Test
  void each_start_gives_its_own_until_a_member_sets_one() {
    assertThat(given(OptionalInt.of(100), NONE)).isEqualTo(caps(100, 100, false, false));
    assertThat(given(OptionalInt.of(50), OptionalInt.of(500)))
        .isEqualTo(caps(50, 500, false, false));

    control.quotas().change(admin, new Quotas.Change(7, 0));

    assertThat(given(OptionalInt.of(100), OptionalInt.of(1000)))
        .isEqualTo(caps(7, 1000, true, false));
    assertThat(control.quotas().of(admin).quota()).isEqualTo(caps(7, 1000, true, false));
  }

  @Test
  void a_start_that_gives_none_leaves_what_there_is() {
    given(OptionalInt.of(0), OptionalInt.of(3));

    assertThat(given(NONE, NONE)).isEqualTo(caps(0, 3, false, false));
  }

  @Test
  void a_reset_forgets_what_members_set() {
    control.quotas().change(admin, new Quotas.Change(7, 8));

    assertThat(control.quotas().give(new Given(OptionalInt.of(40), NONE, true)))
        .isEqualTo(caps(40, 100, false, false));
  }

  @Test
  void a_start_that_changes_something_is_an_event_and_another_is_none() {
    given(OptionalInt.of(40), NONE);
    given(OptionalInt.of(40), NONE);

    assertThat(control.auditLog().list(admin, 10, null))
        .filteredOn(event -> event.action().equals("quota.changed"))
        .singleElement()
        .extracting(AuditEvent::actorId)
        .isNull();
  }
}
