package dev.goldenrod.http;

import dev.goldenrod.control.AcceptInvite;
import dev.goldenrod.control.ChangeProfile;
import dev.goldenrod.control.CreatedInvite;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Invite;
import dev.goldenrod.member.UserStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The members and invites that rows of the table speak of. */
final class People {
  /** Whoever has a password has this one: hashing takes long. */
  static final String PASSWORD = "correct horse battery";

  private static final AtomicInteger COUNTER = new AtomicInteger();

  private final World world;
  private @Nullable String hash;
  private @Nullable CreatedInvite accepted;

  People(World world) {
    this.world = world;
  }

  /** A person of that name, or empty when the name is not one of a person. */
  Optional<String> of(String name) {
    return Optional.ofNullable(
        switch (name) {
          case "admin" -> world.admin.userId().toString();
          case "ann" -> world.ann.userId().toString();
          case "bob" -> world.bob.userId().toString();
          case "kim" -> kim();
          case "disabledKim" -> disabledKim();
          case "lockedOut" -> lockedOut();
          case "user" -> member(UserStatus.ACTIVE).userId().toString();
          case "disabledUser" -> member(UserStatus.DISABLED).userId().toString();
          case "removedUser" -> removed().userId().toString();
          case "token" ->
              world.control.sessions().createToken(world.ann, "ci", 0).token().id().toString();
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
    return world.member("p" + COUNTER.incrementAndGet(), status, null, null);
  }

  private Actor removed() {
    Actor member = member(UserStatus.ACTIVE);
    world.control.members().remove(world.admin, member.userId());
    return member;
  }

  private String kim() {
    if (hash == null) {
      ChangeProfile change = new ChangeProfile(null, PASSWORD, null);
      hash = world.control.sessions().changeProfile(world.kim, change).passwordHash();
    }
    return "kim@localhost";
  }

  private String disabledKim() {
    kim();
    String name = "p" + COUNTER.incrementAndGet();
    world.member(name, UserStatus.DISABLED, hash, null);
    return name + "@localhost";
  }

  private String lockedOut() {
    String address = address();
    world.lockOut(address);
    return address;
  }

  private CreatedInvite invite(String email) {
    return world.control.invites().create(world.admin, email, "user", 900);
  }

  private CreatedInvite accepted() {
    if (accepted == null) {
      accepted = invite(address());
      world.control.invites().accept(new AcceptInvite(accepted.secret(), PASSWORD, ""));
    }
    return accepted;
  }

  private CreatedInvite revoked() {
    CreatedInvite invite = invite(address());
    Invite pending = invite.invite();
    world.control.invites().revoke(world.admin, pending.id());
    return invite;
  }

  private CreatedInvite expired() {
    CreatedInvite invite = invite(address());
    world.clock.advance(Duration.ofSeconds(901));
    return invite;
  }
}
