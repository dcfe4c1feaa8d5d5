package dev.goldenrod.control;

import static dev.goldenrod.control.ControlFixture.PASSWORD;
import static dev.goldenrod.control.ControlFixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.identity.Identity;
import dev.goldenrod.identity.MembershipRules;
import dev.goldenrod.identity.VerifiedIdentity;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.UserStatus;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IdentitiesTest {
  private static final String ISSUER = "https://id.example";
  private static final MembershipRules STAFF = rules(Map.of(), Optional.of(Role.USER), false);
  private static final MembershipRules LINKING = rules(Map.of(), Optional.of(Role.USER), true);
  private static final MembershipRules BY_GROUP =
      rules(Map.of("dba", Role.OPERATOR, "it", Role.ADMIN), Optional.empty(), true);

  private final ControlFixture fixture = new ControlFixture();
  private final ControlPlane control = fixture.control;

  private static MembershipRules rules(
      Map<String, Role> roles, Optional<Role> other, boolean links) {
    return new MembershipRules(
        Set.of("Example.com"), Set.of("staff"), roles, other, links, "it@example.com");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void a_first_sign_in_creates_a_member_by_domain_or_by_group_and_no_other() {
    assertThat(signIn(account("1", "Ann@Example.com"), STAFF).user().email())
        .isEqualTo("ann@example.com");
    assertThat(signIn(account("2", "bob@else.example", "staff"), STAFF).user().role())
        .isEqualTo(Role.USER);
    assertThatThrownBy(() -> signIn(account("3", "eve@else.example"), STAFF))
        .hasMessage("no member has the address eve@else.example; ask it@example.com");
    assertRefused(
        ErrorCode.SIGN_IN_REFUSED, () -> signIn(account("4", "eve@sub.example.com"), STAFF));
    assertRefused(ErrorCode.SIGN_IN_REFUSED, () -> signIn(account("5", ""), STAFF));
  }

  @Test
  void the_member_is_that_of_issuer_and_subject_whatever_the_address_is_now() {
    Session first = signIn(account("1", "ann@example.com"), STAFF);

    Session second = signIn(account("1", "married@else.example"), STAFF);

    assertThat(second.user()).isEqualTo(first.user());
  }

  @Test
  void an_address_that_the_issuer_has_not_verified_counts_for_nothing() {
    fixture.member("ann@example.com", Role.USER);
    VerifiedIdentity unverified =
        new VerifiedIdentity(ISSUER, "1", "ann@example.com", false, "Ann", Set.of("staff"));

    assertRefused(ErrorCode.SIGN_IN_REFUSED, () -> signIn(unverified, LINKING));
    assertRefused(ErrorCode.SIGN_IN_REFUSED, () -> signIn(unverified, STAFF));
  }

  @Test
  void an_existing_member_is_linked_only_if_the_rules_allow_it_and_to_one_account() {
    Actor ann = fixture.member("ann@example.com", Role.OPERATOR);

    assertRefused(ErrorCode.SIGN_IN_REFUSED, () -> signIn(account("1", "ann@example.com"), STAFF));
    Session linked = signIn(account("1", "ann@example.com"), LINKING);

    assertThat(linked.user().actor()).isEqualTo(ann);
    assertThatThrownBy(() -> signIn(account("2", "ann@example.com"), LINKING))
        .hasMessageContaining("belongs to another account of the issuer");
  }

  @Test
  void the_highest_role_of_the_groups_counts_at_each_sign_in() {
    assertThat(signIn(account("1", "ann@example.com", "dba", "it"), BY_GROUP).user().role())
        .isEqualTo(Role.ADMIN);
    assertThat(signIn(account("1", "ann@example.com", "dba"), BY_GROUP).user().role())
        .isEqualTo(Role.OPERATOR);
    assertThatThrownBy(() -> signIn(account("1", "ann@example.com"), BY_GROUP))
        .hasMessage("none of your groups has a role here; ask it@example.com");
  }

  @Test
  void the_last_admin_keeps_the_role() {
    signIn(account("1", fixture.member("ann@example.com", Role.ADMIN), "it"), BY_GROUP);
    Actor first = fixture.admin;
    control
        .members()
        .changeRole(
            control.members().actor(first, "ann@example.com").orElseThrow(),
            first.userId(),
            Role.USER);

    assertThat(signIn(account("1", "ann@example.com", "dba"), BY_GROUP).user().role())
        .isEqualTo(Role.ADMIN);
  }

  private VerifiedIdentity account(String subject, Actor member, String... groups) {
    return account(subject, control.members().find(fixture.admin, member.userId()).email(), groups);
  }

  @Test
  void a_disabled_member_stays_disabled_and_a_removed_one_is_a_stranger() {
    Session session = signIn(account("1", "ann@example.com"), STAFF);
    control.members().changeStatus(fixture.admin, session.user().id(), UserStatus.DISABLED);

    assertSignedOut(session);
    assertThatThrownBy(() -> signIn(account("1", "ann@example.com"), STAFF))
        .hasMessage("this member is disabled; ask it@example.com");

    control.members().remove(fixture.admin, session.user().id());

    assertThat(signIn(account("1", "ann@example.com"), STAFF).user().id())
        .isNotEqualTo(session.user().id());
  }

  @Test
  void tokens_are_refused_five_minutes_after_the_last_confirmation() {
    Session session = signIn(account("1", "ann@example.com"), STAFF);
    Tokens.Created script =
        control.tokens().create(session.user().actor(), "ci", 0, session.token());
    fixture.clock.advance(Duration.ofMinutes(3));
    Identity asked = control.identities().due(ISSUER, 10).get(0);

    control.identities().confirm(asked, null, STAFF, "next");
    fixture.clock.advance(Duration.ofMinutes(5).minusMillis(1));
    assertThat(control.members().authenticate(session.token())).isNotNull();
    fixture.clock.advance(Duration.ofMillis(1));

    assertSignedOut(session);
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(script.secret()));
    assertThat(control.identities().due(ISSUER, 10))
        .extracting(Identity::renewal)
        .containsExactly("next");
  }

  @Test
  void an_account_that_the_issuer_no_longer_confirms_loses_its_access_until_it_signs_in() {
    Session session = signIn(account("1", "ann@example.com"), STAFF);
    Tokens.Created script =
        control.tokens().create(session.user().actor(), "ci", 0, session.token());
    Session code =
        control
            .sessions()
            .signIn(control.sessions().createCode(session.user().actor(), session.token()).code());
    fixture.clock.advance(Duration.ofMinutes(3));

    control.identities().refuse(control.identities().due(ISSUER, 10).get(0));

    assertSignedOut(session);
    assertSignedOut(code);
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(script.secret()));
    assertThat(control.identities().due(ISSUER, 10)).isEmpty();
    signIn(account("1", "ann@example.com"), STAFF);
    assertThat(control.members().authenticate(script.secret())).isNotNull();
    assertSignedOut(session);
  }

  @Test
  void a_password_is_refused_like_the_account_until_the_member_signs_in_at_the_issuer() {
    fixture.member("ann@example.com", Role.USER);
    Session withPassword = control.sessions().login("ann@example.com", PASSWORD);
    refuse(signIn(account("1", "ann@example.com"), LINKING));

    assertSignedOut(withPassword);
    assertNoPassword("ann@example.com");

    signIn(account("1", "ann@example.com"), LINKING);
    assertThat(control.sessions().login("ann@example.com", PASSWORD)).isNotNull();
  }

  @Test
  void the_issuer_is_asked_about_a_member_who_is_signed_in_with_its_password_only() {
    fixture.member("ann@example.com", Role.USER);
    fixture.clock.advance(Duration.ofHours(12));
    Session session = signIn(account("1", "ann@example.com"), LINKING);
    control.sessions().logout(session.user().actor(), session.token());
    fixture.clock.advance(Duration.ofMinutes(5));
    assertThat(control.identities().due(ISSUER, 10)).isEmpty();

    Session withPassword = control.sessions().login("ann@example.com", PASSWORD);

    assertThat(control.identities().due(ISSUER, 10))
        .extracting(Identity::userId)
        .containsExactly(withPassword.user().id());
  }

  @Test
  void an_admin_who_enables_a_member_has_its_password_accepted_again() {
    Actor ann = fixture.member("ann@example.com", Role.USER);
    refuse(signIn(account("1", "ann@example.com"), LINKING));

    control.members().changeRole(fixture.admin, ann.userId(), Role.OPERATOR);
    assertNoPassword("ann@example.com");
    control.members().changeStatus(fixture.admin, ann.userId(), UserStatus.ACTIVE);

    assertThat(control.sessions().login("ann@example.com", PASSWORD)).isNotNull();
    assertThat(control.auditLog().list(fixture.admin, 2, null))
        .last()
        .satisfies(event -> assertThat(event.action()).isEqualTo("user.enabled"));
  }

  @Test
  void the_passwords_of_members_without_an_account_at_the_issuer_are_accepted() {
    fixture.member("ann@example.com", Role.USER);
    fixture.member("bob@example.com", Role.USER);
    Session session = control.sessions().login("bob@example.com", PASSWORD);

    refuse(signIn(account("1", "ann@example.com"), LINKING));

    assertThat(control.members().authenticate(session.token())).isNotNull();
    assertThat(control.sessions().login("bob@example.com", PASSWORD)).isNotNull();
  }

  @Test
  void a_password_is_the_way_in_while_the_issuer_cannot_be_asked() {
    fixture.member("ann@example.com", Role.ADMIN);
    Session session = signIn(account("1", "ann@example.com"), LINKING);
    Session withPassword = control.sessions().login("ann@example.com", PASSWORD);
    fixture.clock.advance(Duration.ofMinutes(5));
    assertSignedOut(session);

    control.identities().end(control.identities().due(ISSUER, 10).get(0));

    assertThat(control.members().authenticate(withPassword.token())).isNotNull();
    assertThat(control.sessions().login("ann@example.com", PASSWORD)).isNotNull();
  }

  @Test
  void an_admin_whose_account_was_refused_is_no_way_in() {
    fixture.member("ann@example.com", Role.ADMIN);
    Session session = signIn(account("1", "ann@example.com"), LINKING);
    assertThat(control.members().canAdminLogIn()).isTrue();

    refuse(session);

    assertThat(control.members().canAdminLogIn()).isFalse();
  }

  @Test
  void a_confirmation_that_comes_after_another_sign_in_changes_nothing() {
    signIn(account("1", "ann@example.com"), STAFF);
    fixture.clock.advance(Duration.ofMinutes(3));
    Identity asked = control.identities().due(ISSUER, 10).get(0);
    Session session = signIn(account("1", "ann@example.com"), STAFF);

    control.identities().refuse(asked);

    assertThat(control.members().authenticate(session.token())).isNotNull();
  }

  @Test
  void a_confirmation_without_a_role_ends_the_access() {
    Session session = signIn(account("1", "ann@example.com", "dba"), BY_GROUP);
    fixture.clock.advance(Duration.ofMinutes(3));
    Identity asked = control.identities().due(ISSUER, 10).get(0);

    control.identities().confirm(asked, account("1", "ann@example.com"), BY_GROUP, "next");

    assertSignedOut(session);
  }

  @Test
  void an_account_that_the_issuer_cannot_be_asked_about_signs_in_again_after_five_minutes() {
    Session session = control.identities().signIn(account("1", "ann@example.com"), STAFF, null);
    fixture.clock.advance(Duration.ofMinutes(5));

    assertThat(control.identities().due(ISSUER, 10)).isEmpty();
    assertSignedOut(session);
  }

  @Test
  void a_session_at_an_issuer_sets_no_password_that_would_outlive_it() {
    Session session = signIn(account("1", "ann@example.com"), STAFF);

    assertRefused(
        ErrorCode.FORBIDDEN,
        () ->
            control
                .sessions()
                .changeProfile(
                    session.user().actor(),
                    new Sessions.ChangeProfile(null, PASSWORD, null),
                    session.token()));
  }

  @Test
  void refusals_are_audited() {
    assertRefused(ErrorCode.SIGN_IN_REFUSED, () -> signIn(account("7", "eve@x.example"), STAFF));

    assertThat(control.auditLog().list(fixture.admin, 1, null))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.action()).isEqualTo("identity.refused");
              assertThat(event.target()).isEqualTo("identity/7");
            });
  }

  private Session signIn(VerifiedIdentity verified, MembershipRules rules) {
    return control.identities().signIn(verified, rules, "renewal");
  }

  /** Lets the issuer refuse the account of the session. */
  private void refuse(Session session) {
    fixture.clock.advance(Duration.ofMinutes(3));
    Identity asked = control.identities().due(ISSUER, 10).get(0);
    assertThat(asked.userId()).isEqualTo(session.user().id());
    control.identities().refuse(asked);
  }

  private void assertNoPassword(String email) {
    assertRefused(ErrorCode.INVALID_CREDENTIALS, () -> control.sessions().login(email, PASSWORD));
  }

  private void assertSignedOut(Session session) {
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(session.token()));
  }

  private static VerifiedIdentity account(String subject, String email, String... groups) {
    return new VerifiedIdentity(ISSUER, subject, email, true, "Somebody", Set.of(groups));
  }
}
