package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.identity.Identity;
import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.Scopes;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.member.TokenOwner;
import dev.goldenrod.member.User;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

abstract class StoreContractIdentities extends StoreContractPart {
  private static final String ISSUER = "https://id.example";

  @Test
  void an_identity_is_found_by_issuer_and_subject() {
    User ann = inserted("ann@x");
    Identity identity = inserted(ann, "1", "secret", at(60));
    Identity other = inserted(ann, "2", null, at(60));

    assertThat(one(tx -> tx.identities().find(orgId, ISSUER, "1"))).contains(identity);
    assertThat(one(tx -> tx.identities().find(orgId, "https://other.example", "1"))).isEmpty();
    assertThat(one(tx -> tx.identities().find(UUID.randomUUID(), ISSUER, "1"))).isEmpty();
    assertThat(rows(tx -> tx.identities().listOf(ann.id()))).containsExactly(identity, other);
    assertThat(rows(tx -> tx.identities().listOf(UUID.randomUUID()))).isEmpty();
  }

  @Test
  void a_subject_of_an_issuer_belongs_to_one_member() {
    inserted(inserted("ann@x"), "1", null, T0);
    User bob = inserted("bob@x");

    assertConflict(tx -> tx.identities().insert(identity(bob, "1", null, T0)));
    assertConflict(tx -> tx.identities().insert(identity(user("who@x", T0), "2", null, T0)));
    assertThat(rows(tx -> tx.identities().listOf(bob.id()))).isEmpty();
  }

  @Test
  void an_update_replaces_renewal_confirmation_and_refusal() {
    User ann = inserted("ann@x");
    Identity identity = inserted(ann, "1", "secret", T0);
    Identity other = inserted(ann, "2", null, T0);

    store().useTransaction(tx -> tx.identities().update(identity.refused(at(30))));
    store().useTransaction(tx -> tx.identities().update(identity(ann, "3", null, T0)));
    assertThat(rows(tx -> tx.identities().listOf(ann.id())))
        .containsExactly(identity.refused(at(30)), other);

    store().useTransaction(tx -> tx.identities().update(identity.confirmed(at(90), "next")));
    assertThat(rows(tx -> tx.identities().listOf(ann.id())))
        .containsExactly(identity.confirmed(at(90), "next"), other);
  }

  @Test
  void a_token_of_an_identity_has_an_owner_only_while_that_is_confirmed() {
    User ann = inserted("ann@x");
    Identity identity = inserted(ann, "1", null, at(60));
    AccessToken token = inserted(tokenOf(ann, identity, at(600)));

    assertThat(one(tx -> tx.tokens().findByHash(token.sha256()))).contains(token);
    assertThat(one(tx -> tx.users().findByToken(token.sha256(), at(59))))
        .contains(new TokenOwner(ann, Scopes.ALL));
    assertThat(one(tx -> tx.users().findByToken(token.sha256(), at(60)))).isEmpty();
    assertThat(one(tx -> tx.tokens().findByHash(token.sha256()))).contains(token);
  }

  @Test
  void with_an_identity_go_its_tokens_and_with_a_member_both() {
    User ann = inserted("ann@x");
    Identity identity = inserted(ann, "1", null, at(60));
    AccessToken token = inserted(tokenOf(ann, identity, at(600)));
    AccessToken own = inserted(tokenOf(ann, null, at(600)));
    inserted(ann, "2", null, at(60));

    assertThat(did(tx -> tx.identities().delete(identity.id()))).isTrue();
    assertThat(did(tx -> tx.identities().delete(identity.id()))).isFalse();

    assertThat(rows(tx -> tx.tokens().listOf(ann.id()))).containsExactly(own);
    assertConflict(tx -> tx.tokens().insert(token));
    store().useTransaction(tx -> tx.users().delete(orgId, ann.id()));
    assertThat(one(tx -> tx.identities().find(orgId, ISSUER, "2"))).isEmpty();
  }

  @Test
  void identities_with_a_renewal_and_a_valid_token_are_due_the_least_confirmed_first() {
    User ann = inserted("ann@x");
    Identity second = inserted(ann, "1", "secret", at(60));
    Identity first = inserted(ann, "2", "secret", at(30));
    Identity third = inserted(ann, "3", "secret", at(61));
    Identity withoutRenewal = inserted(ann, "4", null, at(30));
    Identity withExpiredToken = inserted(ann, "5", "secret", at(30));
    inserted(ann, "6", "secret", at(30));
    List.of(second, first, third, withoutRenewal)
        .forEach(identity -> inserted(tokenOf(ann, identity, null)));
    inserted(tokenOf(ann, withExpiredToken, at(10)));

    assertThat(rows(tx -> tx.identities().dueForRenewal(orgId, ISSUER, at(60), at(10), 9)))
        .containsExactly(first, second);
    assertThat(rows(tx -> tx.identities().dueForRenewal(orgId, ISSUER, at(60), at(10), 1)))
        .containsExactly(first);
    assertThat(rows(tx -> tx.identities().dueForRenewal(orgId, "x", at(60), at(10), 9))).isEmpty();
  }

  @Test
  void identities_of_a_member_with_a_session_of_no_identity_are_due() {
    User ann = inserted("ann@x");
    Identity identity = inserted(ann, "1", "secret", at(30));
    inserted(inserted("bob@x"), "2", "secret", at(30));
    inserted(token(ann, unique("hash"), T0));
    assertThat(rows(tx -> tx.identities().dueForRenewal(orgId, ISSUER, at(60), at(10), 9)))
        .isEmpty();

    inserted(tokenOf(ann, null, at(20)));

    assertThat(rows(tx -> tx.identities().dueForRenewal(orgId, ISSUER, at(60), at(10), 9)))
        .containsExactly(identity);
    assertThat(rows(tx -> tx.identities().dueForRenewal(orgId, ISSUER, at(60), at(20), 9)))
        .isEmpty();
  }

  private User inserted(String email) {
    User user = user(email, T0);
    store().useTransaction(tx -> tx.users().insert(user));
    return user;
  }

  private Identity inserted(User user, String subject, @Nullable String renewal, Instant end) {
    Identity identity = identity(user, subject, renewal, end);
    store().useTransaction(tx -> tx.identities().insert(identity));
    return identity;
  }

  private AccessToken inserted(AccessToken token) {
    store().useTransaction(tx -> tx.tokens().insert(token));
    return token;
  }

  private Identity identity(User user, String subject, @Nullable String renewal, Instant end) {
    return new Identity(
        UUID.randomUUID(), orgId, user.id(), ISSUER, subject, renewal, end, null, T0);
  }

  private AccessToken tokenOf(User user, @Nullable Identity identity, @Nullable Instant end) {
    return new AccessToken(
        UUID.randomUUID(),
        orgId,
        user.id(),
        TokenKind.SESSION,
        "",
        unique("hash"),
        T0,
        end,
        null,
        Scopes.ALL,
        identity == null ? null : identity.id());
  }
}
