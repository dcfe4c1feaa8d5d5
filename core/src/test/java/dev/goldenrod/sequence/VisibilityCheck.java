package dev.goldenrod.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenSummary;
import dev.goldenrod.golden.ShareScope;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.User;
import dev.goldenrod.source.Source;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Checks that members see their own resources only. */
final class VisibilityCheck {
  private VisibilityCheck() {}

  static void check(Simulation simulation, Rows rows) {
    for (int who = 0; who < simulation.members.size(); who++) {
      Member member = simulation.member(who);
      User user = rows.users().get(member.id());
      ControlPlane server = simulation.server(who);
      if (user.isActive()) {
        checkVisible(server, simulation.actor(who), rows);
      } else {
        assertRefused(ErrorCode.UNAUTHORIZED, () -> server.members().authenticate(member.token()));
      }
    }
  }

  private static void checkVisible(ControlPlane server, Actor actor, Rows rows) {
    assertThat(server.instances().list(actor)).allMatch(one -> isOwn(actor, one));
    for (Instance one : rows.instances().values()) {
      if (one.isWarm() || !one.orgId().equals(actor.orgId())) {
        assertHidden(ErrorCode.NOT_FOUND, server, actor, one.id());
      } else if (!isOwn(actor, one)) {
        assertHidden(ErrorCode.FORBIDDEN, server, actor, one.id());
      } else if (!one.ownerId().equals(actor.userId())) {
        assertRefused(ErrorCode.FORBIDDEN, () -> server.instances().credentials(actor, one.id()));
      }
    }
    assertThat(server.goldens().list(actor))
        .extracting(GoldenSummary::golden)
        .containsExactlyInAnyOrderElementsOf(visible(actor, rows));
    assertThat(server.sources().list(actor))
        .extracting(Source::orgId)
        .allMatch(actor.orgId()::equals);
  }

  private static boolean isOwn(Actor actor, Instance one) {
    return one.orgId().equals(actor.orgId())
        && (actor.isAdmin() || one.ownerId().equals(actor.userId()));
  }

  private static void assertHidden(ErrorCode code, ControlPlane server, Actor actor, UUID id) {
    assertRefused(code, () -> server.instances().find(actor, id));
    assertRefused(code, () -> server.instances().credentials(actor, id));
  }

  private static List<Golden> visible(Actor actor, Rows rows) {
    return rows.goldens().values().stream()
        .filter(golden -> golden.orgId().equals(actor.orgId()) && !golden.isDeleting())
        .filter(golden -> actor.isAdmin() || golden.shareScope() == ShareScope.ORG)
        .toList();
  }

  private static void assertRefused(ErrorCode code, ThrowingCallable call) {
    ControlPlaneException refused = catchThrowableOfType(ControlPlaneException.class, call);
    assertThat(refused).as("a refusal with " + code).isNotNull();
    assertThat(refused.code()).isEqualTo(code);
  }
}
