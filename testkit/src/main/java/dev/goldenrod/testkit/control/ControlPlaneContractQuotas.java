package dev.goldenrod.testkit.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.Quotas;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.member.Actor;
import dev.goldenrod.quota.Quota;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Contract of the control plane: quotas. */
public abstract class ControlPlaneContractQuotas extends ControlPlaneContractPart {
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

    control.instances().delete(ada, first.id());
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
  void both_caps_are_replaced_also_by_0_which_allows_no_launch() {
    register("shop");

    Quota none = control.quotas().replace(admin, 0, 5);

    assertThat(none).isEqualTo(new Quota(none.orgId(), 0, 5, true, true));
    assertRefused(ErrorCode.QUOTA_EXCEEDED, () -> launch(ada, "shop"));
    control.quotas().replace(admin, 1, 0);
    assertRefused(ErrorCode.QUOTA_EXCEEDED, () -> launch(ada, "shop"));
    control.quotas().replace(admin, 1, 1);
    launch(ada, "shop");
    assertRefused(
        ErrorCode.INVALID_INPUT_BECAUSE,
        "limits must be non-negative",
        () -> control.quotas().replace(admin, -1, 5));
    assertRefused(ErrorCode.FORBIDDEN, () -> control.quotas().replace(ada, 9, 9));
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
}
