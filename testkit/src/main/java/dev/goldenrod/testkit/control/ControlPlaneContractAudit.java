package dev.goldenrod.testkit.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.control.Quotas;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.source.Source;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Contract of the control plane: audit events. */
public abstract class ControlPlaneContractAudit extends ControlPlaneContractPart {
  @Test
  void every_change_has_one_audit_event_and_a_refusal_has_none() {
    UUID golden = register("shop").goldenId();
    Source source = createSource();
    ImportJob job = untilEnded(startImport(source, "shop").id());
    Instance instance = launchReady(ada, "shop");
    control.instances().credentials(ada, instance.id());
    control.instances().reset(ada, instance.id());
    untilPhase(InstancePhase.READY, instance.id());
    control.instances().refresh(ada, instance.id(), "");
    control.instances().extend(ada, instance.id(), Ttl.parse("9h"));
    assertRefused(ErrorCode.FORBIDDEN, () -> control.instances().delete(bob, instance.id()));
    control.quotas().change(admin, new Quotas.Change(5, 50));
    control.instances().delete(ada, instance.id());
    untilGone(instance.id());
    control.imports().delete(admin, job.id());
    control.goldens().share(admin, golden, false);
    control.sources().delete(admin, source.id());
    control.goldens().delete(admin, golden, false);

    assertThat(audited())
        .containsExactly(
            "golden.version.registered golden/" + golden,
            "golden.shared golden/" + golden,
            "source.created source/" + source.id(),
            "import.started import/" + job.id(),
            "import.succeeded import/" + job.id(),
            "instance.launched instance/" + instance.id(),
            "instance.credentials.read instance/" + instance.id(),
            "instance.reset instance/" + instance.id(),
            "instance.refreshed instance/" + instance.id(),
            "instance.extended instance/" + instance.id(),
            "quota.changed org/" + admin.orgId(),
            "instance.destroyed instance/" + instance.id(),
            "import.forgotten import/" + job.id(),
            "golden.unshared golden/" + golden,
            "source.deleted source/" + source.id(),
            "golden.deleted golden/" + golden);
  }

  @Test
  void audit_events_say_who_and_hold_no_secret() {
    register("shop");
    Instance instance = launchReady(ada, "shop");
    String password = control.instances().credentials(ada, instance.id()).password();

    List<AuditEvent> events = control.auditLog().list(admin, 1000, null);

    assertThat(events.get(0).actorId()).isEqualTo(ada.userId());
    assertThat(events.get(events.size() - 1).actorId()).isEqualTo(admin.userId());
    assertThat(events.toString()).doesNotContain(password);
  }

  @Test
  void audit_events_are_read_in_pages_by_admins_alone() {
    register("shop");
    register("shop");
    List<AuditEvent> all = control.auditLog().list(admin, 1000, null);
    assertThat(all).hasSize(4);

    List<AuditEvent> first = control.auditLog().list(admin, 3, null);
    List<AuditEvent> rest = control.auditLog().list(admin, 3, first.get(2).id());

    assertThat(Stream.concat(first.stream(), rest.stream())).isEqualTo(all);
    assertRefused(ErrorCode.FORBIDDEN, () -> control.auditLog().list(ada, 10, null));
    assertRefused(ErrorCode.INVALID_INPUT, () -> control.auditLog().list(admin, 0, null));
    assertRefused(ErrorCode.INVALID_INPUT, () -> control.auditLog().list(admin, 1001, null));
  }
}
