package dev.goldenrod.testkit.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.control.Imports;
import dev.goldenrod.control.Instances;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Store;
import dev.goldenrod.source.Source;
import org.junit.jupiter.api.Test;

/** Contract of the control plane: unavailable data planes and restarts of the process. */
public abstract class ControlPlaneContractOutages extends ControlPlaneContractPart {
  @Test
  void without_any_cluster_nothing_is_launched_or_imported() {
    try (Store other = adapter().openStore();
        ControlPlane bare = ControlPlane.builder().store(other).clock(clock).build()) {
      Actor chief = bare.admin();
      Source source = bare.sources().create(chief, adapter().source());
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
