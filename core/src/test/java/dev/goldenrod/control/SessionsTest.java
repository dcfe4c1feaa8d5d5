package dev.goldenrod.control;

import static dev.goldenrod.control.ControlFixture.PASSWORD;
import static dev.goldenrod.control.ControlFixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.UserStatus;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionsTest {
  private final ControlFixture fixture = new ControlFixture();
  private final ControlPlane control = fixture.control;
  private final Actor admin = fixture.admin;

  @AfterEach
  void close() {
    fixture.close();
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
  void a_token_for_scripts_does_not_set_the_first_password_of_an_account() {
    Tokens.Created script = control.tokens().create(admin, "ci", 3600);
    Sessions.ChangeProfile change = new Sessions.ChangeProfile(null, "another long password", null);

    assertRefused(
        ErrorCode.FORBIDDEN,
        () -> control.sessions().changeProfile(admin, change, script.secret()));
    assertRefused(
        ErrorCode.INVALID_CREDENTIALS,
        () -> control.sessions().login("admin@localhost", "another long password"));
  }

  @Test
  void what_a_token_makes_through_sessions_of_links_ends_with_it() {
    Tokens.Created script = control.tokens().create(admin, "ci", 3600);
    Session first = signInByLink(script.secret());
    Session second = signInByLink(first.token());
    Tokens.Created made = control.tokens().create(admin, "year", 31_536_000, second.token());
    Sessions.ChangeProfile change = new Sessions.ChangeProfile(null, "another long password", null);

    assertThat(made.token().expiresAt()).isEqualTo(script.token().expiresAt());
    assertRefused(
        ErrorCode.FORBIDDEN, () -> control.sessions().changeProfile(admin, change, second.token()));
    control.sessions().logout(admin, second.token());
    assertThat(control.members().authenticate(made.secret())).isEqualTo(admin);

    control.tokens().delete(admin, script.token().id());
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(first.token()));
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(made.secret()));
    assertRefused(
        ErrorCode.UNAUTHORIZED,
        () -> control.sessions().changeProfile(admin, change, script.secret()));
    assertRefused(
        ErrorCode.UNAUTHORIZED, () -> control.sessions().createCode(admin, script.secret()));
  }

  @Test
  void the_link_of_the_admin_token_sets_the_first_password_and_makes_lasting_tokens() {
    String bootstrap = Tokens.newToken();
    control.members().setBootstrapToken(bootstrap);
    Session session = signInByLink(signInByLink(bootstrap).token());
    Tokens.Created made = control.tokens().create(admin, "year", 31_536_000, session.token());
    Sessions.ChangeProfile change = new Sessions.ChangeProfile(null, "another long password", null);

    control.sessions().changeProfile(admin, change, session.token());

    assertThat(control.sessions().login("admin@localhost", "another long password").user().id())
        .isEqualTo(admin.userId());
    assertThat(made.token().expiresAt())
        .isEqualTo(fixture.clock.instant().plus(Duration.ofDays(365)));
    control.members().setBootstrapToken(Tokens.newToken());
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(made.secret()));
  }

  private Session signInByLink(String token) {
    return control.sessions().signIn(control.sessions().createCode(admin, token).code());
  }

  @Test
  void the_audit_tells_a_new_password_from_a_new_name() {
    Actor dev = fixture.member("dev@example.com", Role.USER);
    control.sessions().changeProfile(dev, new Sessions.ChangeProfile("Dev", null, null));
    assertThat(newestAction(dev)).isEqualTo("user.changed");
    control
        .sessions()
        .changeProfile(dev, new Sessions.ChangeProfile(null, "another long password", PASSWORD));
    assertThat(newestAction(dev)).isEqualTo("user.password.changed");
  }

  private String newestAction(Actor member) {
    return control.auditLog().list(admin, 10, null).stream()
        .filter(event -> event.target().equals("user/" + member.userId()))
        .findFirst()
        .orElseThrow()
        .action();
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
