package dev.goldenrod.control;

import static dev.goldenrod.control.ControlFixture.PASSWORD;
import static dev.goldenrod.control.ControlFixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import dev.goldenrod.testing.InMemoryStore;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MembersTest {
  private final ControlFixture fixture = new ControlFixture();
  private final ControlPlane control = fixture.control;
  private final Actor admin = fixture.admin;

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void a_program_acts_as_an_admin_that_is_made_once_and_has_no_login() {
    assertThat(control.admin()).isEqualTo(admin);
    assertThat(admin.isAdmin()).isTrue();
    assertThat(control.members().list(admin))
        .extracting(User::email, User::status, User::passwordHash)
        .containsExactly(tuple("admin@localhost", UserStatus.ACTIVE, null));
    assertThat(control.tokens().list(admin)).isEmpty();
    assertThat(control.members().isEmpty()).isFalse();

    Actor successor = fixture.member("chief@example.com", Role.ADMIN);
    control.members().remove(successor, admin.userId());
    assertThat(control.admin()).isEqualTo(successor);
  }

  @Test
  void the_first_admin_has_the_address_that_was_set_and_is_who_was_made_with_a_token() {
    String token = Tokens.newToken();
    try (ControlPlane other =
        ControlPlane.builder().store(new InMemoryStore()).adminEmail("Me@Example.com").build()) {
      assertThat(other.members().createFirstAdmin(token)).isTrue();
      assertThat(other.members().createFirstAdmin(Tokens.newToken())).isFalse();

      assertThat(other.members().authenticate(token)).isEqualTo(other.admin());
      assertThat(other.sessions().me(other.admin()).email()).isEqualTo("me@example.com");
    }
  }

  @Test
  void the_bootstrap_token_is_made_once_and_replaced_only_by_another_given_one() {
    assertThat(control.members().createFirstAdmin(Tokens.newToken())).isFalse();
    String given = "x".repeat(32);
    control.members().setBootstrapToken(given);
    assertThat(control.members().authenticate(given)).isEqualTo(admin);
    String other = "y".repeat(32);
    control.members().setBootstrapToken(other);
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(given));
    assertThat(control.members().authenticate(other)).isEqualTo(admin);
    assertRefused(
        ErrorCode.INVALID_INPUT, () -> control.members().setBootstrapToken("x".repeat(31)));
  }

  @Test
  void a_session_lasts_twelve_hours() {
    fixture.member("dev@example.com", Role.USER);
    Session session = control.sessions().login("Dev@Example.com", PASSWORD);
    fixture.clock.advance(Duration.ofHours(12).minusMillis(1));
    assertThat(control.members().authenticate(session.token()).isAdmin()).isFalse();
    fixture.clock.advance(Duration.ofMillis(1));
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(session.token()));
  }

  @Test
  void a_login_tells_nobody_why_it_was_refused() {
    Actor dev = fixture.member("dev@example.com", Role.USER);
    assertRefused(
        ErrorCode.INVALID_CREDENTIALS, () -> control.sessions().login("dev@example.com", "wrong"));
    assertRefused(
        ErrorCode.INVALID_CREDENTIALS, () -> control.sessions().login("who@example.com", PASSWORD));
    assertRefused(
        ErrorCode.INVALID_CREDENTIALS, () -> control.sessions().login("admin@localhost", ""));
    control.members().changeStatus(admin, dev.userId(), UserStatus.DISABLED);
    assertRefused(
        ErrorCode.INVALID_CREDENTIALS, () -> control.sessions().login("dev@example.com", PASSWORD));
  }

  @Test
  void a_logout_ends_the_session_and_no_script_token() {
    Actor dev = fixture.member("dev@example.com", Role.USER);
    Session session = control.sessions().login("dev@example.com", PASSWORD);
    Tokens.Created script = control.tokens().create(dev, "ci", 0);
    control.sessions().logout(dev, session.token());
    control.sessions().logout(dev, script.secret());
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(session.token()));
    assertThat(control.members().authenticate(script.secret())).isEqualTo(dev);
  }

  @Test
  void a_disabled_members_sessions_and_tokens_end_for_good() {
    Actor dev = fixture.member("dev@example.com", Role.USER);
    Session session = control.sessions().login("dev@example.com", PASSWORD);
    Tokens.Created script = control.tokens().create(dev, "ci", 0);
    control.members().changeStatus(admin, dev.userId(), UserStatus.DISABLED);
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(session.token()));
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(script.secret()));
    control.members().changeStatus(admin, dev.userId(), UserStatus.ACTIVE);
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(session.token()));
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(script.secret()));
    assertThat(control.sessions().login("dev@example.com", PASSWORD)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void the_pending_invites_of_a_member_end_with_its_access(boolean removed) {
    Actor second = fixture.member("second@example.com", Role.ADMIN);
    Invites.Created pending = control.invites().create(second, "a@example.com", Role.ADMIN, 0);
    Invites.Created anothers = control.invites().create(admin, "b@example.com", Role.USER, 0);
    if (removed) {
      control.members().remove(admin, second.userId());
    } else {
      control.members().changeStatus(admin, second.userId(), UserStatus.DISABLED);
      control.members().changeStatus(admin, second.userId(), UserStatus.ACTIVE);
    }

    assertRefused(
        ErrorCode.NOT_FOUND,
        () -> control.invites().accept(new Invites.Accept(pending.secret(), PASSWORD, "")));
    assertThat(control.invites().accept(new Invites.Accept(anothers.secret(), PASSWORD, "")))
        .isNotNull();
    assertThat(control.auditLog().list(admin, 100, null))
        .filteredOn(event -> event.action().equals("invite.revoked"))
        .extracting(AuditEvent::target)
        .containsExactly("invite/" + pending.invite().id());
  }

  @Test
  void a_member_who_is_gone_changes_nothing_more() {
    fixture.golden("shop");
    Actor dev = fixture.member("dev@example.com", Role.USER);
    Actor second = fixture.member("second@example.com", Role.ADMIN);
    control.members().remove(admin, dev.userId());
    control.members().changeStatus(admin, second.userId(), UserStatus.DISABLED);

    Instances.Launch launch = new Instances.Launch("shop", InstanceSize.SMALL, Ttl.parse("1h"), 0);
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.instances().launch(dev, launch));
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.tokens().create(dev, "ci", 0));
    assertRefused(
        ErrorCode.UNAUTHORIZED,
        () -> control.invites().create(second, "a@example.com", Role.ADMIN, 0));
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.clusters().create(second, "far"));
    assertRefused(
        ErrorCode.UNAUTHORIZED,
        () -> control.pools().create(second, new Pools.Create("shop", 0, InstanceSize.SMALL, 1)));
  }

  @Test
  void a_new_password_ends_the_other_sessions_and_no_script_token() {
    Actor dev = fixture.member("dev@example.com", Role.USER);
    Session stolen = control.sessions().login("dev@example.com", PASSWORD);
    Session own = control.sessions().login("dev@example.com", PASSWORD);
    Tokens.Created script = control.tokens().create(dev, "ci", 0, own.token());
    Sessions.ChangeProfile change =
        new Sessions.ChangeProfile(null, "another long password", PASSWORD);

    control.sessions().changeProfile(dev, change, own.token());

    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(stolen.token()));
    assertThat(control.members().authenticate(own.token())).isEqualTo(dev);
    assertThat(control.members().authenticate(script.secret())).isEqualTo(dev);
  }

  @Test
  void a_token_made_with_a_token_ends_with_it_at_the_latest() {
    Actor dev = fixture.member("dev@example.com", Role.USER);
    Session session = control.sessions().login("dev@example.com", PASSWORD);
    Tokens.Created first = control.tokens().create(dev, "first", 3600, session.token());
    Tokens.Created second = control.tokens().create(dev, "second", 0, first.secret());
    Tokens.Created shorter = control.tokens().create(dev, "third", 60, second.secret());
    assertThat(second.token().expiresAt()).isEqualTo(first.token().expiresAt());
    assertThat(shorter.token().expiresAt()).isEqualTo(fixture.clock.instant().plusSeconds(60));

    control.sessions().logout(dev, session.token());
    assertThat(control.members().authenticate(second.secret())).isEqualTo(dev);

    control.tokens().delete(dev, first.token().id());
    assertThat(control.tokens().list(dev)).isEmpty();
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(second.secret()));
    assertRefused(
        ErrorCode.UNAUTHORIZED, () -> control.tokens().create(dev, "late", 0, second.secret()));
  }

  @Test
  void nobody_disables_or_removes_himself() {
    assertRefused(
        ErrorCode.INVALID_INPUT,
        () -> control.members().changeStatus(admin, admin.userId(), UserStatus.DISABLED));
    assertRefused(ErrorCode.INVALID_INPUT, () -> control.members().remove(admin, admin.userId()));
  }

  @Test
  void of_two_admins_who_remove_each_other_one_stays() {
    Actor second = fixture.member("second@example.com", Role.ADMIN);
    control.members().remove(admin, second.userId());
    assertRefused(ErrorCode.FORBIDDEN, () -> control.members().remove(second, admin.userId()));
    assertThat(control.members().list(admin)).extracting(User::id).containsExactly(admin.userId());
  }

  @Test
  void a_removed_member_loses_its_instances_and_may_be_invited_again_as_another() {
    fixture.golden("shop");
    Actor dev = fixture.member("dev@example.com", Role.USER);
    Instance instance =
        control
            .instances()
            .launch(dev, new Instances.Launch("shop", InstanceSize.SMALL, Ttl.parse("1h"), 0));
    fixture.settle();
    control.members().remove(admin, dev.userId());
    control.members().remove(admin, dev.userId());
    fixture.settle();
    assertRefused(ErrorCode.NOT_FOUND, () -> control.instances().find(admin, instance.id()));
    assertRefused(ErrorCode.NOT_FOUND, () -> control.members().find(admin, dev.userId()));
    assertThat(fixture.member("dev@example.com", Role.USER).userId()).isNotEqualTo(dev.userId());
  }

  @Test
  void an_unknown_member_cannot_be_removed() {
    assertRefused(ErrorCode.NOT_FOUND, () -> control.members().remove(admin, UUID.randomUUID()));
  }

  @Test
  void invites_of_one_address_stand_beside_each_other_until_one_is_accepted() {
    Invites.Created first = control.invites().create(admin, "Dev@example.com", Role.USER, 0);
    Invites.Created second = control.invites().create(admin, "dev@example.com", Role.ADMIN, 900);
    assertThat(first.secret()).matches("[0-9a-f]{64}");
    Session session =
        control.invites().accept(new Invites.Accept(second.secret(), PASSWORD, "Dev"));
    assertThat(control.members().authenticate(session.token()).isAdmin()).isTrue();
    assertRefused(
        ErrorCode.INVITE_ACCEPTED,
        () -> control.invites().accept(new Invites.Accept(second.secret(), PASSWORD, "")));
    assertRefused(
        ErrorCode.EMAIL_REGISTERED,
        () -> control.invites().accept(new Invites.Accept(first.secret(), PASSWORD, "")));
  }

  @Test
  void an_invite_expires_and_a_revoked_one_is_gone() {
    Invites.Created short15 = control.invites().create(admin, "a@example.com", Role.USER, 900);
    Invites.Created revoked = control.invites().create(admin, "b@example.com", Role.USER, 0);
    fixture.clock.advance(Duration.ofMinutes(15));
    assertRefused(
        ErrorCode.INVITE_EXPIRED,
        () -> control.invites().accept(new Invites.Accept(short15.secret(), PASSWORD, "")));
    control.invites().revoke(admin, revoked.invite().id());
    assertRefused(
        ErrorCode.NOT_FOUND,
        () -> control.invites().accept(new Invites.Accept(revoked.secret(), PASSWORD, "")));
    assertRefused(
        ErrorCode.NOT_FOUND, () -> control.invites().revoke(admin, revoked.invite().id()));
  }

  @Test
  void a_short_password_is_refused_and_the_invite_stays() {
    Invites.Created invite = control.invites().create(admin, "a@example.com", Role.USER, 0);
    assertRefused(
        ErrorCode.INVALID_INPUT,
        () -> control.invites().accept(new Invites.Accept(invite.secret(), "elevenchars", "")));
    assertThat(control.invites().accept(new Invites.Accept(invite.secret(), "twelve chars", "")))
        .isNotNull();
  }

  @Test
  void a_password_is_changed_only_with_the_present_one() {
    Actor dev = fixture.member("dev@example.com", Role.USER);
    String next = "another long password";
    assertRefused(
        ErrorCode.INVALID_INPUT,
        () ->
            control.sessions().changeProfile(dev, new Sessions.ChangeProfile(null, next, "wrong")));
    assertRefused(
        ErrorCode.INVALID_INPUT,
        () -> control.sessions().changeProfile(dev, new Sessions.ChangeProfile(null, next, null)));
    control.sessions().changeProfile(dev, new Sessions.ChangeProfile("Dev", next, PASSWORD));
    assertThat(control.sessions().login("dev@example.com", next).user().displayName())
        .isEqualTo("Dev");
    control.sessions().changeProfile(admin, new Sessions.ChangeProfile(null, next, null));
    assertThat(control.sessions().login("admin@localhost", next).user().id())
        .isEqualTo(admin.userId());
  }

  @Test
  void anothers_token_is_not_found() {
    Actor dev = fixture.member("dev@example.com", Role.USER);
    Tokens.Created token = control.tokens().create(dev, "ci", 60);
    assertThat(control.tokens().list(admin)).isEmpty();
    assertRefused(ErrorCode.NOT_FOUND, () -> control.tokens().delete(admin, token.token().id()));
    fixture.clock.advance(Duration.ofSeconds(60));
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(token.secret()));
  }
}
