package dev.goldenrod.http.testkit;

import dev.goldenrod.control.DatabaseUpdate;
import dev.goldenrod.control.Databases;
import dev.goldenrod.control.Invites;
import dev.goldenrod.control.Sessions;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Invite;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.UserStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Fixtures for members and invites. */
final class MemberFixtures {
  /** The password of all members; a single one, because hashing is slow. */
  static final String PASSWORD = "correct horse battery";

  private static final AtomicInteger COUNTER = new AtomicInteger();

  private final TestServer server;
  private @Nullable String hash;
  private Invites.@Nullable Created accepted;

  MemberFixtures(TestServer server) {
    this.server = server;
  }

  /** Returns the fixture of a name; empty if it is not one of a member or an invite. */
  Optional<String> of(String name) {
    return Optional.ofNullable(
        switch (name) {
          case "admin" -> server.admin.userId().toString();
          case "ann" -> server.ann.userId().toString();
          case "bob" -> server.bob.userId().toString();
          case "kim" -> kim();
          case "disabledKim" -> disabledKim();
          case "lockedOut" -> lockedOut();
          case "user" -> member(UserStatus.ACTIVE).userId().toString();
          case "disabledUser" -> member(UserStatus.DISABLED).userId().toString();
          case "removedUser" -> removed().userId().toString();
          case "keeper" -> keeper().userId().toString();
          case "token" ->
              server.control.tokens().create(server.ann, "ci", 0).token().id().toString();
          case "invite" -> invite(address()).invite().id().toString();
          case "invited" -> invite(address()).invite().email();
          case "accepted" -> accepted().invite().id().toString();
          case "revoked" -> revoked().invite().id().toString();
          case "inviteToken" -> invite(address()).secret();
          case "membersToken" -> invite("ann@localhost").secret();
          case "acceptedToken" -> accepted().secret();
          case "revokedToken" -> revoked().secret();
          case "expiredToken" -> expired().secret();
          default -> null;
        });
  }

  private static String address() {
    return "p" + COUNTER.incrementAndGet() + "@example.com";
  }

  private Actor member(UserStatus status) {
    return server.member("p" + COUNTER.incrementAndGet(), status, null, null);
  }

  private Actor keeper() {
    Actor member = member(UserStatus.ACTIVE);
    Databases.Create command =
        new Databases.Create(
            "kept" + COUNTER.incrementAndGet(),
            DatabaseType.POSTGRESQL,
            "15",
            DatabaseConfig.DEFAULT);
    Databases databases = server.control.databases();
    Database made = databases.create(member, command);
    databases.update(member, made.name(), DatabaseUpdate.ofProtection(true));
    return member;
  }

  private Actor removed() {
    Actor member = member(UserStatus.ACTIVE);
    server.control.members().remove(server.admin, member.userId());
    return member;
  }

  private String kim() {
    if (hash == null) {
      Sessions.ChangeProfile change = new Sessions.ChangeProfile(null, PASSWORD, null);
      hash = server.control.sessions().changeProfile(server.kim, change).passwordHash();
    }
    return "kim@localhost";
  }

  private String disabledKim() {
    kim();
    String name = "p" + COUNTER.incrementAndGet();
    server.member(name, UserStatus.DISABLED, hash, null);
    return name + "@localhost";
  }

  private String lockedOut() {
    String address = address();
    server.lockOut(address);
    return address;
  }

  private Invites.Created invite(String email) {
    return server.control.invites().create(server.admin, email, Role.USER, 900);
  }

  private Invites.Created accepted() {
    if (accepted == null) {
      accepted = invite(address());
      server.control.invites().accept(new Invites.Accept(accepted.secret(), PASSWORD, ""));
    }
    return accepted;
  }

  private Invites.Created revoked() {
    Invites.Created invite = invite(address());
    Invite pending = invite.invite();
    server.control.invites().revoke(server.admin, pending.id());
    return invite;
  }

  private Invites.Created expired() {
    Invites.Created invite = invite(address());
    server.clock.advance(Duration.ofSeconds(901));
    return invite;
  }
}
