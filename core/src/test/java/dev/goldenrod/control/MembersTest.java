package dev.goldenrod.control;

import static dev.goldenrod.control.ControlFixture.PASSWORD;
import static dev.goldenrod.control.ControlFixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.User;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MembersTest {
  private final ControlFixture fixture = new ControlFixture();
  private final ControlPlane control = fixture.control;
  private final Actor admin = fixture.admin;

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void the_bootstrap_token_is_made_once_and_replaced_only_by_another_given_one() {
    assertThat(control.members().bootstrapAdmin("admin@localhost", null)).isEmpty();
    String given = "x".repeat(32);
    assertThat(control.members().bootstrapAdmin("admin@localhost", given)).isEmpty();
    assertThat(control.members().authenticate(given)).isEqualTo(admin);
    String other = "y".repeat(32);
    control.members().bootstrapAdmin("admin@localhost", other);
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(given));
    assertThat(control.members().authenticate(other)).isEqualTo(admin);
    assertRefused(
        ErrorCode.INVALID_INPUT,
        () -> control.members().bootstrapAdmin("admin@localhost", "x".repeat(31)));
  }

  @Test
  void a_session_lasts_twelve_hours() {
    fixture.member("dev@example.com", "user");
    Session session = control.sessions().login("Dev@Example.com", PASSWORD);
    fixture.clock.advance(Duration.ofHours(12).minusMillis(1));
    assertThat(control.members().authenticate(session.token()).isAdmin()).isFalse();
    fixture.clock.advance(Duration.ofMillis(1));
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(session.token()));
  }

  @Test
  void a_login_tells_nobody_why_it_was_refused() {
    Actor dev = fixture.member("dev@example.com", "user");
    assertRefused(
        ErrorCode.INVALID_CREDENTIALS, () -> control.sessions().login("dev@example.com", "wrong"));
    assertRefused(
        ErrorCode.INVALID_CREDENTIALS, () -> control.sessions().login("who@example.com", PASSWORD));
    assertRefused(
        ErrorCode.INVALID_CREDENTIALS, () -> control.sessions().login("admin@localhost", ""));
    control.members().changeStatus(admin, dev.userId(), "disabled");
    assertRefused(
        ErrorCode.INVALID_CREDENTIALS, () -> control.sessions().login("dev@example.com", PASSWORD));
  }

  @Test
  void a_logout_ends_the_session_and_no_script_token() {
    Actor dev = fixture.member("dev@example.com", "user");
    Session session = control.sessions().login("dev@example.com", PASSWORD);
    CreatedToken script = control.sessions().createToken(dev, "ci", 0);
    control.sessions().logout(dev, session.token());
    control.sessions().logout(dev, script.secret());
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(session.token()));
    assertThat(control.members().authenticate(script.secret())).isEqualTo(dev);
  }

  @Test
  void a_disabled_members_tokens_stop_and_its_sessions_do_not_come_back() {
    Actor dev = fixture.member("dev@example.com", "user");
    Session session = control.sessions().login("dev@example.com", PASSWORD);
    CreatedToken script = control.sessions().createToken(dev, "ci", 0);
    control.members().changeStatus(admin, dev.userId(), "disabled");
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(session.token()));
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(script.secret()));
    control.members().changeStatus(admin, dev.userId(), "active");
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(session.token()));
    assertThat(control.members().authenticate(script.secret())).isEqualTo(dev);
  }

  @Test
  void nobody_disables_or_removes_himself() {
    assertRefused(
        ErrorCode.INVALID_INPUT,
        () -> control.members().changeStatus(admin, admin.userId(), "disabled"));
    assertRefused(ErrorCode.INVALID_INPUT, () -> control.members().remove(admin, admin.userId()));
  }

  @Test
  void of_two_admins_who_remove_each_other_one_stays() {
    Actor second = fixture.member("second@example.com", "admin");
    control.members().remove(admin, second.userId());
    assertRefused(ErrorCode.FORBIDDEN, () -> control.members().remove(second, admin.userId()));
    assertThat(control.members().list(admin)).extracting(User::id).containsExactly(admin.userId());
  }

  @Test
  void a_removed_member_loses_its_instances_and_may_be_invited_again_as_another() {
    fixture.golden("shop");
    Actor dev = fixture.member("dev@example.com", "user");
    Instance instance = control.instances().launch(dev, new LaunchInstance("shop", "", "1h", 0));
    fixture.settle();
    control.members().remove(admin, dev.userId());
    control.members().remove(admin, dev.userId());
    fixture.settle();
    assertRefused(ErrorCode.NOT_FOUND, () -> control.instances().find(admin, instance.id()));
    assertRefused(ErrorCode.NOT_FOUND, () -> control.members().find(admin, dev.userId()));
    assertThat(fixture.member("dev@example.com", "user").userId()).isNotEqualTo(dev.userId());
  }

  @Test
  void an_unknown_member_cannot_be_removed() {
    assertRefused(ErrorCode.NOT_FOUND, () -> control.members().remove(admin, UUID.randomUUID()));
  }

  @Test
  void invites_of_one_address_stand_beside_each_other_until_one_is_accepted() {
    CreatedInvite first = control.invites().create(admin, "Dev@example.com", "user", 0);
    CreatedInvite second = control.invites().create(admin, "dev@example.com", "admin", 900);
    assertThat(first.secret()).matches("[0-9a-f]{64}");
    Session session = control.invites().accept(new AcceptInvite(second.secret(), PASSWORD, "Dev"));
    assertThat(control.members().authenticate(session.token()).isAdmin()).isTrue();
    assertRefused(
        ErrorCode.INVITE_ACCEPTED,
        () -> control.invites().accept(new AcceptInvite(second.secret(), PASSWORD, "")));
    assertRefused(
        ErrorCode.EMAIL_REGISTERED,
        () -> control.invites().accept(new AcceptInvite(first.secret(), PASSWORD, "")));
  }

  @Test
  void an_invite_expires_and_a_revoked_one_is_gone() {
    CreatedInvite short15 = control.invites().create(admin, "a@example.com", "user", 900);
    CreatedInvite revoked = control.invites().create(admin, "b@example.com", "user", 0);
    fixture.clock.advance(Duration.ofMinutes(15));
    assertRefused(
        ErrorCode.INVITE_EXPIRED,
        () -> control.invites().accept(new AcceptInvite(short15.secret(), PASSWORD, "")));
    control.invites().revoke(admin, revoked.invite().id());
    assertRefused(
        ErrorCode.NOT_FOUND,
        () -> control.invites().accept(new AcceptInvite(revoked.secret(), PASSWORD, "")));
    assertRefused(
        ErrorCode.NOT_FOUND, () -> control.invites().revoke(admin, revoked.invite().id()));
  }

  @Test
  void a_short_password_is_refused_and_the_invite_stays() {
    CreatedInvite invite = control.invites().create(admin, "a@example.com", "user", 0);
    assertRefused(
        ErrorCode.INVALID_INPUT,
        () -> control.invites().accept(new AcceptInvite(invite.secret(), "elevenchars", "")));
    assertThat(control.invites().accept(new AcceptInvite(invite.secret(), "twelve chars", "")))
        .isNotNull();
  }

  @Test
  void a_password_is_changed_only_with_the_present_one() {
    Actor dev = fixture.member("dev@example.com", "user");
    String next = "another long password";
    assertRefused(
        ErrorCode.INVALID_INPUT,
        () -> control.sessions().changeProfile(dev, new ChangeProfile(null, next, "wrong")));
    assertRefused(
        ErrorCode.INVALID_INPUT,
        () -> control.sessions().changeProfile(dev, new ChangeProfile(null, next, null)));
    control.sessions().changeProfile(dev, new ChangeProfile("Dev", next, PASSWORD));
    assertThat(control.sessions().login("dev@example.com", next).user().displayName())
        .isEqualTo("Dev");
    control.sessions().changeProfile(admin, new ChangeProfile(null, next, null));
    assertThat(control.sessions().login("admin@localhost", next).user().id())
        .isEqualTo(admin.userId());
  }

  @Test
  void anothers_token_is_not_found() {
    Actor dev = fixture.member("dev@example.com", "user");
    CreatedToken token = control.sessions().createToken(dev, "ci", 60);
    assertThat(control.sessions().tokens(admin)).isEmpty();
    assertRefused(
        ErrorCode.NOT_FOUND, () -> control.sessions().deleteToken(admin, token.token().id()));
    fixture.clock.advance(Duration.ofSeconds(60));
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(token.secret()));
  }
}
