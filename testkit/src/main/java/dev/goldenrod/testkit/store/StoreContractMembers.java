package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.Org;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.Scopes;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.member.TokenOwner;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import dev.goldenrod.quota.Quota;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.UUID;
import org.junit.jupiter.api.Test;

abstract class StoreContractMembers extends StoreContractPart {
  @Test
  void an_organisation_is_found_by_its_name_alone() {
    Org org = new Org(UUID.randomUUID(), unique("org"), T0);
    store().useTransaction(tx -> tx.orgs().insert(org));
    assertThat(one(tx -> tx.orgs().findByName(org.name()))).contains(org);
    assertThat(one(tx -> tx.orgs().findByName(unique("other")))).isEmpty();
  }

  @Test
  void two_organisations_have_neither_name_nor_id_in_common() {
    Org org = new Org(UUID.randomUUID(), unique("org"), T0);
    store().useTransaction(tx -> tx.orgs().insert(org));
    assertConflict(tx -> tx.orgs().insert(new Org(UUID.randomUUID(), org.name(), T0)));
    assertConflict(tx -> tx.orgs().insert(new Org(org.id(), unique("org"), T0)));
  }

  @Test
  void a_member_is_found_by_id_and_by_address_in_its_organisation() {
    User user =
        new User(
            UUID.randomUUID(), orgId, "ann@x", "Ann", Role.ADMIN, UserStatus.DISABLED, "h", T0);
    store().useTransaction(tx -> tx.users().insert(user));

    assertThat(one(tx -> tx.users().find(orgId, user.id()))).contains(user);
    assertThat(one(tx -> tx.users().findByEmail(orgId, "ann@x"))).contains(user);
    assertThat(one(tx -> tx.users().find(UUID.randomUUID(), user.id()))).isEmpty();
    assertThat(one(tx -> tx.users().findByEmail(UUID.randomUUID(), "ann@x"))).isEmpty();
    assertThat(one(tx -> tx.users().findByEmail(orgId, "bob@x"))).isEmpty();
  }

  @Test
  void an_address_is_unique_in_its_organisation_alone() {
    User ann = user("ann@x", T0);
    User bob = user("bob@x", T0);
    store().useTransaction(tx -> tx.users().insert(ann));
    store().useTransaction(tx -> tx.users().insert(bob));

    assertConflict(tx -> tx.users().insert(user("ann@x", T0)));
    assertConflict(tx -> tx.users().update(withEmail(bob, "ann@x")));
    User elsewhere =
        new User(
            UUID.randomUUID(),
            UUID.randomUUID(),
            "ann@x",
            "Ann",
            Role.USER,
            UserStatus.ACTIVE,
            null,
            T0);
    store().useTransaction(tx -> tx.users().insert(elsewhere));
    assertThat(one(tx -> tx.users().findByEmail(elsewhere.orgId(), "ann@x"))).contains(elsewhere);
  }

  @Test
  void members_are_listed_oldest_first() {
    User third = user("c@x", at(5));
    User first = user("a@x", T0);
    User second = user("b@x", at(5).minusMillis(1));
    User fourth = user("d@x", at(5));
    store()
        .useTransaction(
            tx -> {
              tx.users().insert(third);
              tx.users().insert(first);
              tx.users().insert(second);
              tx.users().insert(fourth);
            });
    assertThat(rows(tx -> tx.users().list(orgId))).containsExactly(first, second, third, fourth);
    assertThat(rows(tx -> tx.users().list(UUID.randomUUID()))).isEmpty();
  }

  @Test
  void an_update_replaces_the_member_and_no_other() {
    User user = user("ann@x", T0);
    User other = user("bob@x", at(1));
    store().useTransaction(tx -> tx.users().insert(user));
    store().useTransaction(tx -> tx.users().insert(other));
    User changed =
        new User(user.id(), orgId, "new@x", "Ann B", Role.ADMIN, UserStatus.DISABLED, "hash", T0);

    store().useTransaction(tx -> tx.users().update(changed));
    store().useTransaction(tx -> tx.users().update(user("nobody@x", T0)));

    assertThat(rows(tx -> tx.users().list(orgId))).containsExactly(changed, other);
  }

  @Test
  void deleting_a_member_deletes_its_tokens_and_nothing_else() {
    User ann = user("ann@x", T0);
    User bob = user("bob@x", T0);
    AccessToken anns = token(ann, unique("hash"), T0);
    AccessToken bobs = token(bob, unique("hash"), T0);
    store()
        .useTransaction(
            tx -> {
              tx.users().insert(ann);
              tx.users().insert(bob);
              tx.tokens().insert(anns);
              tx.tokens().insert(bobs);
            });

    store().useTransaction(tx -> tx.users().delete(UUID.randomUUID(), bob.id()));
    store().useTransaction(tx -> tx.users().delete(orgId, ann.id()));
    store().useTransaction(tx -> tx.users().delete(orgId, ann.id()));

    assertThat(rows(tx -> tx.users().list(orgId))).containsExactly(bob);
    assertThat(one(tx -> tx.tokens().findByHash(anns.sha256()))).isEmpty();
    assertThat(one(tx -> tx.tokens().findByHash(bobs.sha256()))).contains(bobs);
  }

  @Test
  void a_member_is_found_by_its_token_until_that_runs_out() {
    User ann = user("ann@x", T0);
    User bob = user("bob@x", T0);
    AccessToken anns =
        new AccessToken(
            UUID.randomUUID(), orgId, ann.id(), TokenKind.SESSION, "", unique("hash"), T0, at(60));
    AccessToken bobs =
        new AccessToken(
            UUID.randomUUID(), orgId, bob.id(), TokenKind.BOOTSTRAP, "", unique("hash"), T0, null);
    store()
        .useTransaction(
            tx -> {
              tx.users().insert(ann);
              tx.users().insert(bob);
              tx.tokens().insert(anns);
              tx.tokens().insert(bobs);
            });

    assertThat(one(tx -> tx.users().findByToken(anns.sha256(), at(59))))
        .contains(new TokenOwner(ann, Scopes.ALL));
    assertThat(one(tx -> tx.users().findByToken(anns.sha256(), at(60)))).isEmpty();
    assertThat(one(tx -> tx.users().findByToken(bobs.sha256(), at(60))))
        .contains(new TokenOwner(bob, Scopes.ALL));
    assertThat(one(tx -> tx.users().findByToken(unique("hash"), T0))).isEmpty();
  }

  @Test
  void a_token_keeps_its_scopes() {
    User ann = user("ann@x", T0);
    Scopes scopes = Scopes.of(List.of("read", "database:shop", "golden:crm.v2"));
    AccessToken token =
        new AccessToken(
            UUID.randomUUID(),
            orgId,
            ann.id(),
            TokenKind.SCRIPT,
            "ci",
            unique("hash"),
            T0,
            null,
            null,
            scopes);
    store()
        .useTransaction(
            tx -> {
              tx.users().insert(ann);
              tx.tokens().insert(token);
            });

    assertThat(one(tx -> tx.tokens().findByHash(token.sha256()))).contains(token);
    assertThat(one(tx -> tx.users().findByToken(token.sha256(), T0)))
        .contains(new TokenOwner(ann, scopes));
  }

  @Test
  void a_token_is_found_by_its_hash_and_deleted_once() {
    User user = user("ann@x", T0);
    AccessToken token =
        new AccessToken(
            UUID.randomUUID(),
            orgId,
            user.id(),
            TokenKind.SESSION,
            "",
            unique("hash"),
            T0,
            at(43_200));
    store().useTransaction(tx -> tx.users().insert(user));
    store().useTransaction(tx -> tx.tokens().insert(token));

    assertThat(one(tx -> tx.tokens().findByHash(token.sha256()))).contains(token);
    assertThat(one(tx -> tx.tokens().findByHash(unique("hash")))).isEmpty();
    assertThat(did(tx -> tx.tokens().delete(token.id()))).isTrue();
    assertThat(did(tx -> tx.tokens().delete(token.id()))).isFalse();
    assertThat(one(tx -> tx.tokens().findByHash(token.sha256()))).isEmpty();
  }

  @Test
  void with_a_token_go_those_that_were_made_with_it() {
    User ann = user("ann@x", T0);
    AccessToken other = token(ann, unique("hash"), T0);
    AccessToken first = token(ann, unique("hash"), at(1));
    AccessToken second = madeWith(first, ann);
    AccessToken third = madeWith(second, ann);
    store()
        .useTransaction(
            tx -> {
              tx.users().insert(ann);
              List.of(other, first, second, third).forEach(tx.tokens()::insert);
            });
    assertThat(one(tx -> tx.tokens().findByHash(third.sha256()))).contains(third);

    assertThat(did(tx -> tx.tokens().delete(first.id()))).isTrue();

    assertThat(rows(tx -> tx.tokens().listOf(ann.id()))).containsExactly(other);
    assertConflict(tx -> tx.tokens().insert(madeWith(first, ann)));
  }

  @Test
  void a_renewed_token_has_another_hash_and_keeps_those_that_were_made_with_it() {
    User ann = user("ann@x", T0);
    AccessToken token = token(ann, unique("hash"), T0);
    AccessToken made = madeWith(token, ann);
    AccessToken renewed = token.renewed(unique("hash"), at(5), Duration.ofDays(1));
    store()
        .useTransaction(
            tx -> {
              tx.users().insert(ann);
              List.of(token, made).forEach(tx.tokens()::insert);
            });

    store().useTransaction(tx -> tx.tokens().update(renewed));
    store().useTransaction(tx -> tx.tokens().update(token(ann, unique("hash"), T0)));

    assertThat(one(tx -> tx.tokens().findByHash(token.sha256()))).isEmpty();
    assertThat(rows(tx -> tx.tokens().listOf(ann.id()))).containsExactlyInAnyOrder(renewed, made);
    assertConflict(
        tx -> tx.tokens().update(made.renewed(renewed.sha256(), T0, Duration.ofDays(1))));
  }

  private AccessToken madeWith(AccessToken parent, User user) {
    return new AccessToken(
        UUID.randomUUID(),
        orgId,
        user.id(),
        TokenKind.SCRIPT,
        "ci",
        unique("hash"),
        at(2),
        null,
        parent.id(),
        Scopes.ALL);
  }

  @Test
  void tokens_are_listed_oldest_first_expired_ones_included() {
    User user = user("ann@x", T0);
    AccessToken second = token(user, unique("hash"), at(1));
    AccessToken first =
        new AccessToken(
            UUID.randomUUID(), orgId, user.id(), TokenKind.SESSION, "", unique("hash"), T0, T0);
    store()
        .useTransaction(
            tx -> {
              tx.users().insert(user);
              tx.tokens().insert(second);
              tx.tokens().insert(first);
            });
    assertThat(rows(tx -> tx.tokens().listOf(user.id()))).containsExactly(first, second);
    assertThat(rows(tx -> tx.tokens().listOf(UUID.randomUUID()))).isEmpty();
  }

  @Test
  void the_tokens_of_a_kind_are_deleted_together() {
    User ann = user("ann@x", T0);
    User bob = user("bob@x", T0);
    AccessToken script = token(ann, unique("hash"), T0);
    AccessToken session =
        new AccessToken(
            UUID.randomUUID(), orgId, ann.id(), TokenKind.SESSION, "", unique("hash"), T0, null);
    AccessToken bobs = token(bob, unique("hash"), T0);
    store()
        .useTransaction(
            tx -> {
              tx.users().insert(ann);
              tx.users().insert(bob);
              tx.tokens().insert(script);
              tx.tokens().insert(session);
              tx.tokens().insert(bobs);
            });

    store().useTransaction(tx -> tx.tokens().deleteOf(ann.id(), TokenKind.SCRIPT));

    assertThat(rows(tx -> tx.tokens().listOf(ann.id()))).containsExactly(session);
    assertThat(rows(tx -> tx.tokens().listOf(bob.id()))).containsExactly(bobs);
  }

  @Test
  void a_token_has_a_member_and_a_hash_of_its_own() {
    User user = user("ann@x", T0);
    AccessToken token = token(user, unique("hash"), T0);
    store().useTransaction(tx -> tx.users().insert(user));
    store().useTransaction(tx -> tx.tokens().insert(token));

    assertConflict(tx -> tx.tokens().insert(token(user, token.sha256(), T0)));
    assertConflict(tx -> tx.tokens().insert(token(user("bob@x", T0), unique("hash"), T0)));
  }

  @Test
  void caps_are_replaced_one_row_an_organisation() {
    store().useTransaction(tx -> tx.quotas().insert(new Quota(orgId, 10, 100)));
    assertThat(caps(tx -> tx.quotas().get(orgId))).isEqualTo(new Quota(orgId, 10, 100));

    for (Quota changed :
        List.of(new Quota(orgId, 0, 7, true, false), new Quota(orgId, 0, 7, false, true))) {
      store().useTransaction(tx -> tx.quotas().update(changed));
      assertThat(caps(tx -> tx.quotas().get(orgId))).isEqualTo(changed);
    }
    assertConflict(tx -> tx.quotas().insert(new Quota(orgId, 1, 1)));
  }

  @Test
  void an_organisation_without_caps_has_none_to_get_lock_or_change() {
    store().useTransaction(tx -> tx.quotas().update(new Quota(orgId, 1, 1)));
    assertThatThrownBy(() -> in(tx -> tx.quotas().get(orgId)))
        .isInstanceOf(NoSuchElementException.class)
        .hasMessageContaining(orgId.toString());
    assertThatThrownBy(() -> store().useTransaction(tx -> tx.lockOrg(orgId)))
        .isInstanceOf(NoSuchElementException.class);
  }

  private static User withEmail(User user, String email) {
    return new User(
        user.id(),
        user.orgId(),
        email,
        user.displayName(),
        user.role(),
        user.status(),
        user.passwordHash(),
        user.createdAt());
  }
}
