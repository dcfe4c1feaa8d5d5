package dev.goldenrod.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import java.util.ArrayList;
import java.util.List;

/** Compares the audit events of a step with its changes, one to one. */
final class AuditTrail {
  private AuditTrail() {}

  /**
   * Checks one step.
   *
   * @param told the events that the step reports
   * @param byMember whether a member, rather than the system, made the changes
   */
  static void check(Rows before, Rows after, List<String> told, boolean byMember) {
    List<AuditEvent> events = after.auditedSince(before);
    List<String> expected = new ArrayList<>(told);
    after.instances().values().forEach(is -> addArrivals(expected, before, is));
    before.instances().values().forEach(was -> addChanges(expected, was, after, byMember));
    before.imports().values().forEach(was -> addEnd(expected, was, after));
    assertThat(events.stream().map(event -> event.action() + " " + event.target()))
        .as("audit events")
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(events).allMatch(event -> (event.actorId() != null) == byMember);
  }

  private static void addArrivals(List<String> expected, Rows before, Instance is) {
    Instance was = before.instances().get(is.id());
    if (!is.isWarm() && (was == null || was.isWarm())) {
      expected.add("instance.launched instance/" + is.id());
    }
  }

  private static void addChanges(
      List<String> expected, Instance was, Rows after, boolean byMember) {
    Instance is = after.instances().get(was.id());
    String target = " instance/" + was.id();
    if (was.isWarm() || was.phase() == InstancePhase.TERMINATING) {
      return;
    }
    if (is == null || is.phase() == InstancePhase.TERMINATING) {
      expected.add((byMember ? "instance.destroyed" : "instance.expired") + target);
    } else if (is.spec().resetGeneration() > was.spec().resetGeneration()) {
      expected.add("instance.reset" + target);
    } else if (is.spec().cloneGeneration() > was.spec().cloneGeneration()) {
      expected.add("instance.refreshed" + target);
    } else if (!is.spec().expiresAt().equals(was.spec().expiresAt())) {
      expected.add("instance.extended" + target);
    }
  }

  private static void addEnd(List<String> expected, ImportJob was, Rows after) {
    ImportJob is = after.imports().get(was.id());
    if (is == null || was.phase().isTerminal() || !is.phase().isTerminal()) {
      return;
    }
    boolean succeeded = is.phase() == ImportPhase.SUCCEEDED;
    expected.add((succeeded ? "import.succeeded" : "import.failed") + " import/" + is.id());
  }
}
