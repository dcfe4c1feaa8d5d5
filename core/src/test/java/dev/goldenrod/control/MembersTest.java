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
      assertThat(other.members().letAdminIn(token)).isTrue();
      assertThat(other.members().letAdminIn(Tokens.newToken())).isFalse();

      assertThat(other.members().authenticate(token)).isEqualTo(other.admin());
      assertThat(other.sessions().me(other.admin()).email()).isEqualTo("me@example.com");
    }
  }

  @Test
  void an_admin_without_a_login_is_let_in_and_nobody_else_is() {
    assertThat(control.members().canAdminLogIn()).isFalse();
    String token = Tokens.newToken();

    assertThat(control.members().letAdminIn(token)).isTrue();

    assertThat(control.members().authenticate(token)).isEqualTo(admin);
    assertThat(control.members().canAdminLogIn()).isTrue();
    String another = Tokens.newToken();
    assertThat(control.members().letAdminIn(another)).isFalse();
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(another));
  }

  @Test
  void an_admin_can_log_in_with_a_password_or_a_token_that_has_not_run_out() {
    control.tokens().create(admin, "ci", 3600);
    assertThat(control.members().canAdminLogIn()).isTrue();
    fixture.clock.advance(Duration.ofHours(1));
    assertThat(control.members().canAdminLogIn()).isFalse();

    fixture.member("dev@example.com", Role.USER);
    assertThat(control.members().canAdminLogIn()).isFalse();
    fixture.member("chief@example.com", Role.ADMIN);
    fixture.clock.advance(Duration.ofDays(1));
    assertThat(control.members().canAdminLogIn()).isTrue();
  }

  @Test
  void the_bootstrap_token_is_made_once_and_replaced_only_by_another_given_one() {
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
  void a_bootstrap_token_with_an_end_is_renewed_and_those_made_with_it_go_on() {
    String first = Tokens.newToken();
    control.members().letAdminIn(first, Duration.ofDays(30));
    String made = control.tokens().create(admin, "ci", 90 * 86_400L, first).secret();
    fixture.clock.advance(Duration.ofDays(14));
    assertThat(control.members().isBootstrapRenewalDue(first, null)).isFalse();
    fixture.clock.advance(Duration.ofDays(2));
    assertThat(control.members().isBootstrapRenewalDue(first, null)).isTrue();

    String second = Tokens.newToken();
    assertThat(control.members().renewBootstrapToken(second, null)).isTrue();

    assertThat(control.members().isBootstrapRenewalDue(second, null)).isFalse();
    assertThat(control.members().isBootstrapRenewalDue(first, null)).isTrue();
    assertThat(control.members().authenticate(first)).isEqualTo(admin);
    fixture.clock.advance(Duration.ofDays(1));
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(first));
    fixture.clock.advance(Duration.ofDays(28));
    assertThat(control.members().authenticate(second)).isEqualTo(admin);
    fixture.clock.advance(Duration.ofDays(1));
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(second));
    assertThat(control.members().authenticate(made)).isEqualTo(admin);
  }

  @Test
  void a_bootstrap_token_without_end_gets_one_when_it_should_have_one() {
    String endless = "x".repeat(32);
    control.members().setBootstrapToken(endless);
    assertThat(control.members().isBootstrapRenewalDue("another", null)).isFalse();
    assertThat(control.members().renewBootstrapToken(Tokens.newToken(), null)).isFalse();
    assertThat(control.members().isBootstrapRenewalDue(endless, Duration.ofDays(30))).isTrue();

    String renewed = Tokens.newToken();
    assertThat(control.members().renewBootstrapToken(renewed, Duration.ofDays(30))).isTrue();

    fixture.clock.advance(Duration.ofDays(1));
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(endless));
    assertThat(control.members().authenticate(renewed)).isEqualTo(admin);
    fixture.clock.advance(Duration.ofDays(40));
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().authenticate(renewed));
    String late = Tokens.newToken();
    assertThat(control.members().renewBootstrapToken(late, null)).isTrue();
    assertThat(control.members().authenticate(late)).isEqualTo(admin);
  }

  @Test
  void a_member_whom_the_program_lets_in_has_neither_invite_nor_password() {
    User added =
        control.members().add(admin, new Members.Add(" Ann@Example.com", "Ann", Role.USER));

    assertThat(added.email()).isEqualTo("ann@example.com");
    assertThat(control.members().list(admin)).contains(added);
    assertThat(control.invites().list(admin)).isEmpty();
    assertRefused(
        ErrorCode.INVALID_CREDENTIALS, () -> control.sessions().login("ann@example.com", ""));
    Actor ann = control.members().actor(admin, "ANN@example.com").orElseThrow();
    assertThat(ann).isEqualTo(added.actor());
    String token = control.tokens().create(ann, "laptop", 0).secret();
    assertThat(control.members().authenticate(token)).isEqualTo(ann);
    assertThat(control.auditLog().list(admin, 10, null))
        .filteredOn(event -> event.action().equals("user.added"))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.target()).isEqualTo("user/" + added.id());
              assertThat(event.metadata())
                  .containsEntry("email", "ann@example.com")
                  .containsEntry("role", "user");
            });
  }

  @Test
  void an_address_has_one_member_and_a_disabled_one_is_not_let_in() {
    Members.Add ann = new Members.Add("ann@example.com", "", Role.USER);
    Invites.Created invite = control.invites().create(admin, "ann@example.com", Role.USER, 0);
    User added = control.members().add(admin, ann);

    assertRefused(ErrorCode.EMAIL_REGISTERED, () -> control.members().add(admin, ann));
    assertRefused(
        ErrorCode.EMAIL_REGISTERED,
        () -> control.invites().accept(new Invites.Accept(invite.secret(), PASSWORD, "Ann")));
    control.members().changeStatus(admin, added.id(), UserStatus.DISABLED);
    assertThat(control.members().actor(admin, "ann@example.com")).isEmpty();
    assertRefused(ErrorCode.EMAIL_REGISTERED, () -> control.members().add(admin, ann));
    control.members().remove(admin, added.id());
    assertThat(control.members().actor(admin, "ann@example.com")).isEmpty();
    assertThat(control.members().add(admin, ann).id()).isNotEqualTo(added.id());
  }

  @Test
  void only_an_admin_adds_members_and_only_with_an_address() {
    Actor dev = fixture.member("dev@example.com", Role.USER);
    Members.Add ann = new Members.Add("ann@example.com", "", Role.USER);
    assertRefused(ErrorCode.FORBIDDEN, () -> control.members().add(dev, ann));
    assertRefused(ErrorCode.FORBIDDEN, () -> control.members().actor(dev, "dev@example.com"));
    assertRefused(ErrorCode.INVALID_INPUT, () -> new Members.Add(" ", "", Role.USER));
    assertRefused(
        ErrorCode.INVALID_INPUT,
        () -> new Members.Add("ann@example.com", "x".repeat(201), Role.USER));
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
    assertRefused(ErrorCode.UNAUTHORIZED, () -> control.members().remove(second, admin.userId()));
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
  void nobody_who_was_removed_comes_back_by_another_invite_of_the_address() {
    Invites.Created other = control.invites().create(admin, "dev@example.com", Role.USER, 0);
    Actor dev = fixture.member("dev@example.com", Role.USER);

    control.members().remove(admin, dev.userId());

    assertRefused(
        ErrorCode.NOT_FOUND,
        () -> control.invites().accept(new Invites.Accept(other.secret(), PASSWORD, "")));
    assertThat(control.auditLog().list(admin, 100, null))
        .extracting(AuditEvent::action, AuditEvent::target)
        .contains(tuple("invite.revoked", "invite/" + other.invite().id()));
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
}
