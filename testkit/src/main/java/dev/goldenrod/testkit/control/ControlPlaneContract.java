package dev.goldenrod.testkit.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.control.Imports;
import dev.goldenrod.control.Instances;
import dev.goldenrod.control.Quotas;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Store;
import dev.goldenrod.quota.Quota;
import dev.goldenrod.source.Source;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Everything that {@link ControlPlane} promises on any store and any data plane: an adapter extends
 * this class in its own tests and gives it the few methods of {@link ControlPlaneFixture}. Here:
 * quotas, audit events, and what outlives the control plane's process.
 */
public abstract class ControlPlaneContract extends ControlPlaneInstanceContract {
  @Test
  void a_member_has_no_more_instances_than_its_cap() {
    register("shop");
    control.quotas().change(admin, new Quotas.Change(2, 0));
    Instance first = launch(ada, "shop");
    launch(ada, "shop");

    assertRefused(ErrorCode.QUOTA_EXCEEDED, "instance quota exceeded", () -> launch(ada, "shop"));
    launch(bob, "shop");
    assertThat(control.quotas().of(ada).activeOwned()).isEqualTo(2);
    assertThat(control.quotas().of(ada).activeInOrg()).isEqualTo(3);

    control.instances().destroy(ada, first.id());
    assertThat(control.quotas().of(ada).activeOwned()).isEqualTo(1);
    launch(ada, "shop");
    assertThat(control.instances().list(ada)).hasSize(3);
  }

  @Test
  void an_organisation_has_no_more_instances_than_its_cap() {
    register("shop");
    control.quotas().change(admin, new Quotas.Change(0, 2));
    launch(ada, "shop");
    launch(bob, "shop");

    assertRefused(ErrorCode.QUOTA_EXCEEDED, () -> launch(admin, "shop"));
  }

  @Test
  void launches_at_once_do_not_slip_past_a_cap() {
    register("shop");
    control.quotas().change(admin, new Quotas.Change(3, 5));

    long accepted =
        IntStream.range(0, 12).parallel().filter(i -> isAccepted(i % 2 == 0 ? ada : bob)).count();

    assertThat(accepted).isEqualTo(5);
    assertThat(control.instances().list(admin)).hasSize(5);
    assertThat(control.quotas().of(ada).activeOwned()).isBetween(2, 3);
  }

  private boolean isAccepted(Actor owner) {
    try {
      launch(owner, "shop");
      return true;
    } catch (ControlPlaneException refused) {
      assertThat(refused.code()).isEqualTo(ErrorCode.QUOTA_EXCEEDED);
      return false;
    }
  }

  @Test
  void a_cap_of_0_is_left_as_it_is_and_a_negative_one_refused() {
    Quota before = control.quotas().of(admin).quota();

    Quota changed = control.quotas().change(admin, new Quotas.Change(7, 0));

    assertThat(changed)
        .isEqualTo(new Quota(before.orgId(), 7, before.maxInstancesPerOrg(), true, false));
    assertThat(control.quotas().of(ada).quota()).isEqualTo(changed);
    assertRefused(
        ErrorCode.INVALID_INPUT_BECAUSE,
        "limits must be non-negative",
        () -> control.quotas().change(admin, new Quotas.Change(-1, 5)));
    assertRefused(
        ErrorCode.FORBIDDEN, () -> control.quotas().change(ada, new Quotas.Change(99, 99)));
    assertThat(control.quotas().of(ada).quota()).isEqualTo(changed);
  }

  @Test
  void lower_caps_leave_running_instances_alone() {
    register("shop");
    launch(ada, "shop");
    Instance second = launch(ada, "shop");

    control.quotas().change(admin, new Quotas.Change(1, 1));

    untilPhase(InstancePhase.READY, second.id());
    control.instances().reset(ada, second.id());
    untilPhase(InstancePhase.READY, second.id());
    assertRefused(ErrorCode.QUOTA_EXCEEDED, () -> launch(bob, "shop"));
  }

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
    assertRefused(ErrorCode.FORBIDDEN, () -> control.instances().destroy(bob, instance.id()));
    control.quotas().change(admin, new Quotas.Change(5, 50));
    control.instances().destroy(ada, instance.id());
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

  @Test
  void without_any_cluster_nothing_is_launched_or_imported() {
    try (Store other = openStore();
        ControlPlane bare = ControlPlane.builder().store(other).clock(clock).build()) {
      Actor chief = bare.admin();
      Source source = bare.sources().create(chief, source());
      bare.goldens()
          .register(chief, new Goldens.RegisterVersion("shop", Substrate.POSTGRES, "", "h", 0));

      assertRefused(
          ErrorCode.NO_CLUSTER,
          "org has no registered cluster",
          () ->
              bare.instances()
                  .launch(
                      chief, new Instances.Launch("shop", InstanceSize.SMALL, Ttl.parse("8h"), 0)));
      assertRefused(
          ErrorCode.NO_CLUSTER,
          "org has no registered cluster",
          () -> bare.imports().start(chief, new Imports.Start(source.id(), "shop", null)));
    }
  }

  @Test
  void a_control_plane_that_was_closed_goes_on_where_it_stood() {
    Source source = createSource();
    ImportJob job = startImport(source, "books");
    register("shop");
    Instance pending = launch(ada, "shop");
    Instance ready = launchReady(bob, "shop");

    control.close();
    control = builder().build();

    assertThat(control.admin()).isEqualTo(admin);
    assertThat(control.instances().find(bob, ready.id())).isEqualTo(ready);
    untilPhase(InstancePhase.READY, pending.id());
    untilEnded(job.id());
    assertThat(control.clusters().list(admin)).hasSize(1);
  }
}
