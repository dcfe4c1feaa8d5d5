package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.member.Invite;
import dev.goldenrod.member.Role;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

abstract class StoreContractInvites extends StoreContractPart {
  @Test
  void an_invite_is_found_by_id_and_by_the_hash_of_its_token() {
    Invite invite = invite(T0).accepted(at(5));
    store().useTransaction(tx -> tx.invites().insert(invite));

    assertThat(one(tx -> tx.invites().find(orgId, invite.id()))).contains(invite);
    assertThat(one(tx -> tx.invites().findByHash(invite.sha256()))).contains(invite);
    assertThat(one(tx -> tx.invites().find(UUID.randomUUID(), invite.id()))).isEmpty();
    assertThat(one(tx -> tx.invites().findByHash(unique("hash")))).isEmpty();
  }

  @Test
  void a_hash_is_unique_and_an_address_is_not() {
    Invite invite = invite(T0);
    store().useTransaction(tx -> tx.invites().insert(invite));
    store().useTransaction(tx -> tx.invites().insert(invite(T0)));
    assertConflict(
        tx ->
            tx.invites()
                .insert(
                    new Invite(
                        UUID.randomUUID(),
                        orgId,
                        "bob@x",
                        Role.USER,
                        invite.sha256(),
                        at(60),
                        null,
                        T0,
                        null)));
    assertThat(rows(tx -> tx.invites().list(orgId))).hasSize(2);
  }

  @Test
  void invites_are_listed_oldest_first() {
    Invite second = invite(at(1));
    Invite first = invite(T0);
    Invite third = invite(at(1));
    store()
        .useTransaction(
            tx -> {
              tx.invites().insert(second);
              tx.invites().insert(first);
              tx.invites().insert(third);
            });
    assertThat(rows(tx -> tx.invites().list(orgId))).containsExactly(first, second, third);
    assertThat(rows(tx -> tx.invites().list(UUID.randomUUID()))).isEmpty();
  }

  @Test
  void an_update_replaces_the_invite_and_no_other() {
    Invite invite = invite(T0);
    Invite other = invite(at(1));
    store().useTransaction(tx -> tx.invites().insert(invite));
    store().useTransaction(tx -> tx.invites().insert(other));
    store().useTransaction(tx -> tx.invites().update(invite.accepted(at(3))));
    store().useTransaction(tx -> tx.invites().update(invite(T0)));
    assertThat(rows(tx -> tx.invites().list(orgId))).containsExactly(invite.accepted(at(3)), other);
  }

  @Test
  void an_invite_is_deleted_once() {
    Invite invite = invite(T0);
    store().useTransaction(tx -> tx.invites().insert(invite));
    assertThat(did(tx -> tx.invites().delete(UUID.randomUUID(), invite.id()))).isFalse();
    assertThat(did(tx -> tx.invites().delete(orgId, invite.id()))).isTrue();
    assertThat(did(tx -> tx.invites().delete(orgId, invite.id()))).isFalse();
  }

  @Test
  void the_pending_invites_of_a_member_are_listed_oldest_first() {
    UUID ann = UUID.randomUUID();
    Invite second = invite(at(1), ann);
    Invite first = invite(T0, ann);
    Invite accepted = invite(T0, ann).accepted(at(1));
    store()
        .useTransaction(
            tx -> {
              tx.invites().insert(second);
              tx.invites().insert(first);
              tx.invites().insert(accepted);
              tx.invites().insert(invite(T0, UUID.randomUUID()));
              tx.invites().insert(invite(T0));
            });

    assertThat(rows(tx -> tx.invites().pendingOf(orgId, ann))).containsExactly(first, second);
    assertThat(rows(tx -> tx.invites().pendingOf(UUID.randomUUID(), ann))).isEmpty();
    assertThat(rows(tx -> tx.invites().pendingTo(orgId, first.email())))
        .contains(first, second)
        .doesNotContain(accepted)
        .allMatch(invite -> invite.email().equals(first.email()));
    assertThat(rows(tx -> tx.invites().pendingTo(orgId, "nobody@x"))).isEmpty();
    assertThat(rows(tx -> tx.invites().pendingTo(UUID.randomUUID(), first.email()))).isEmpty();
  }

  @Test
  void invites_are_deleted_when_their_time_was_up_accepted_or_not() {
    Invite first = invite(longBefore(63));
    Invite accepted = invite(longBefore(62)).accepted(longBefore(30));
    Invite third = invite(longBefore(61));
    Invite kept = invite(longBefore(60));
    store()
        .useTransaction(
            tx -> List.of(first, accepted, third, kept).forEach(one -> tx.invites().insert(one)));

    assertThat(count(tx -> tx.invites().deleteExpiredBefore(longBefore(0), 2))).isEqualTo(2);
    assertThat(rows(tx -> tx.invites().list(orgId))).containsExactly(third, kept);
    assertThat(count(tx -> tx.invites().deleteExpiredBefore(longBefore(0), 2))).isEqualTo(1);
    assertThat(rows(tx -> tx.invites().list(orgId))).containsExactly(kept);
  }

  private Invite invite(Instant createdAt) {
    return invite(createdAt, null);
  }

  private Invite invite(Instant createdAt, @Nullable UUID inviterId) {
    return new Invite(
        UUID.randomUUID(),
        orgId,
        "ann@x",
        Role.ADMIN,
        unique("hash"),
        createdAt.plusSeconds(60),
        null,
        createdAt,
        inviterId);
  }
}
