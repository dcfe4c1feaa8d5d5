package dev.goldenrod.sequence;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.control.Quotas;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Invite;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** The operations of members on each other, on quotas and on clusters. */
final class MemberOperations {
  private static final long QUARTER_OF_AN_HOUR = 900;

  private MemberOperations() {}

  static List<String> changeQuota(Simulation simulation, int what, int who) {
    Actor actor = simulation.actor(who);
    simulation.server(who).quotas().change(actor, new Quotas.Change(what % 4, what % 7));
    return List.of("quota.changed org/" + actor.orgId());
  }

  static List<String> disable(Simulation simulation, int what, int who) {
    UUID id = simulation.member(what).id();
    UserStatus before = status(simulation, id);
    List<String> events = withRevoked(simulation, "user.disabled", id);
    simulation.server(who).members().changeStatus(simulation.actor(who), id, UserStatus.DISABLED);
    return before == UserStatus.DISABLED ? List.of() : events;
  }

  static List<String> enable(Simulation simulation, int what, int who) {
    UUID id = simulation.member(what).id();
    UserStatus before = status(simulation, id);
    simulation.server(who).members().changeStatus(simulation.actor(who), id, UserStatus.ACTIVE);
    if (before == UserStatus.ACTIVE) {
      return List.of();
    }
    UUID token = simulation.logIn(what);
    return List.of("user.enabled user/" + id, "token.created token/" + token);
  }

  static List<String> remove(Simulation simulation, int what, int who) {
    UUID id = simulation.member(what).id();
    UserStatus before = status(simulation, id);
    List<String> events = withRevoked(simulation, "user.removed", id);
    simulation.server(who).members().remove(simulation.actor(who), id);
    return before == UserStatus.REMOVED ? List.of() : events;
  }

  private static List<String> withRevoked(Simulation simulation, String action, UUID id) {
    Stream<String> revoked =
        Rows.of(simulation).invites().values().stream()
            .filter(invite -> id.equals(invite.inviterId()) && !invite.isAccepted())
            .map(invite -> "invite.revoked invite/" + invite.id());
    return Stream.concat(Stream.of(action + " user/" + id), revoked).toList();
  }

  private static UserStatus status(Simulation simulation, UUID id) {
    User user = Rows.of(simulation).users().get(id);
    return user.status();
  }

  static List<String> createToken(Simulation simulation, int what, int who) {
    UUID token =
        simulation.server(who).tokens().create(simulation.actor(who), "token", 60).token().id();
    return List.of("token.created token/" + token);
  }

  static List<String> createInvite(Simulation simulation, int what, int who) {
    Role role = what % 2 == 0 ? Role.USER : Role.ADMIN;
    UUID invite =
        simulation
            .server(who)
            .invites()
            .create(simulation.actor(who), "new@example.com", role, QUARTER_OF_AN_HOUR)
            .invite()
            .id();
    return List.of("invite.created invite/" + invite);
  }

  static List<String> revokeInvite(Simulation simulation, int what, int who) {
    UUID invite =
        ElementPicker.pickId(List.copyOf(Rows.of(simulation).invites().values()), Invite::id, what);
    simulation.server(who).invites().revoke(simulation.actor(who), invite);
    return List.of("invite.revoked invite/" + invite);
  }

  static List<String> createCluster(Simulation simulation, int what, int who) {
    UUID cluster =
        simulation
            .server(who)
            .clusters()
            .create(simulation.actor(who), "agent-" + what % 3)
            .cluster()
            .id();
    return List.of("cluster.created cluster/" + cluster);
  }

  static List<String> deleteCluster(Simulation simulation, int what, int who) {
    UUID cluster =
        ElementPicker.pickId(
            List.copyOf(Rows.of(simulation).clusters().values()), Cluster::id, what);
    simulation.server(who).clusters().delete(simulation.actor(who), cluster);
    return List.of("cluster.deleted cluster/" + cluster);
  }
}
