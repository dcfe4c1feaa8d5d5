package dev.goldenrod.sequence;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.control.ChangeQuota;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Invite;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** What members do with each other, with the caps and with clusters. */
final class MemberActs {
  private static final long QUARTER_OF_AN_HOUR = 900;

  private MemberActs() {}

  static List<String> changeQuota(World world, int what, int who) {
    Actor actor = world.actor(who);
    world.server(who).quotas().change(actor, new ChangeQuota(what % 4, what % 7));
    return List.of("quota.changed org/" + actor.orgId());
  }

  static List<String> disable(World world, int what, int who) {
    UUID id = world.member(what).id();
    UserStatus before = status(world, id);
    List<String> events = withRevoked(world, "user.disabled", id);
    world.server(who).members().changeStatus(world.actor(who), id, "disabled");
    return before == UserStatus.DISABLED ? List.of() : events;
  }

  static List<String> enable(World world, int what, int who) {
    UUID id = world.member(what).id();
    UserStatus before = status(world, id);
    world.server(who).members().changeStatus(world.actor(who), id, "active");
    if (before == UserStatus.ACTIVE) {
      return List.of();
    }
    UUID token = world.logIn(what);
    return List.of("user.enabled user/" + id, "token.created token/" + token);
  }

  static List<String> remove(World world, int what, int who) {
    UUID id = world.member(what).id();
    UserStatus before = status(world, id);
    List<String> events = withRevoked(world, "user.removed", id);
    world.server(who).members().remove(world.actor(who), id);
    return before == UserStatus.REMOVED ? List.of() : events;
  }

  private static List<String> withRevoked(World world, String action, UUID id) {
    Stream<String> revoked =
        Rows.of(world).invites().values().stream()
            .filter(invite -> id.equals(invite.inviterId()) && !invite.isAccepted())
            .map(invite -> "invite.revoked invite/" + invite.id());
    return Stream.concat(Stream.of(action + " user/" + id), revoked).toList();
  }

  private static UserStatus status(World world, UUID id) {
    User user = Rows.of(world).users().get(id);
    return user.status();
  }

  static List<String> createToken(World world, int what, int who) {
    UUID token =
        world.server(who).sessions().createToken(world.actor(who), "token", 60).token().id();
    return List.of("token.created token/" + token);
  }

  static List<String> createInvite(World world, int what, int who) {
    String role = what % 2 == 0 ? "user" : "admin";
    UUID invite =
        world
            .server(who)
            .invites()
            .create(world.actor(who), "new@example.com", role, QUARTER_OF_AN_HOUR)
            .invite()
            .id();
    return List.of("invite.created invite/" + invite);
  }

  static List<String> revokeInvite(World world, int what, int who) {
    UUID invite = Pick.id(List.copyOf(Rows.of(world).invites().values()), Invite::id, what);
    world.server(who).invites().revoke(world.actor(who), invite);
    return List.of("invite.revoked invite/" + invite);
  }

  static List<String> createCluster(World world, int what, int who) {
    UUID cluster =
        world.server(who).clusters().create(world.actor(who), "agent-" + what % 3).cluster().id();
    return List.of("cluster.created cluster/" + cluster);
  }

  static List<String> deleteCluster(World world, int what, int who) {
    UUID cluster = Pick.id(List.copyOf(Rows.of(world).clusters().values()), Cluster::id, what);
    world.server(who).clusters().delete(world.actor(who), cluster);
    return List.of("cluster.deleted cluster/" + cluster);
  }
}
