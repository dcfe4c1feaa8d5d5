package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A whole import and launch with the loop's own threads and the real clock. */
class ImportAndLaunchTest {
  private final InMemoryStore store = new InMemoryStore();
  private final FakeDataPlane dataPlane = new FakeDataPlane();
  private ControlPlane control;
  private Actor admin;

  @BeforeEach
  void start() {
    control = ControlPlane.builder().store(store).dataPlane(dataPlane).build().start();
    admin = control.admin();
  }

  @AfterEach
  void stop() {
    control.close();
    dataPlane.close();
    store.close();
  }

  @Test
  void an_import_becomes_a_version_and_a_launch_of_it_becomes_ready() throws Exception {
    Source source =
        control
            .sources()
            .create(
                admin,
                new Sources.Create(
                    SourceKind.RDS, Map.of("host", "db", "dbname", "shop"), "shop-credentials"));
    ImportJob job = control.imports().start(admin, new Imports.Start(source.id(), "shop", null));
    ImportJob ended =
        control
            .imports()
            .awaitSettled(admin, job.id(), Duration.ofSeconds(60))
            .get(2, TimeUnit.MINUTES);
    assertThat(ended.phase()).isEqualTo(ImportPhase.SUCCEEDED);
    assertThat(ended.sizeBytes()).isPositive();

    Instance launched =
        control
            .instances()
            .launch(admin, new Instances.Launch("shop", InstanceSize.SMALL, Ttl.parse("1h"), 0));
    Instance ready =
        control
            .instances()
            .awaitSettled(admin, launched.id(), Duration.ofSeconds(60))
            .get(2, TimeUnit.MINUTES);
    assertThat(ready.phase()).isEqualTo(InstancePhase.READY);
    assertThat(control.instances().credentials(admin, ready.id()).password()).isNotEmpty();
  }
}
