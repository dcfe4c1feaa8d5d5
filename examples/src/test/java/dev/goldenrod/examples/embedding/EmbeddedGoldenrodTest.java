package dev.goldenrod.examples.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.golden.GoldenSummary;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Store;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EmbeddedGoldenrodTest {
  private final FakeDataPlane dataPlane = new FakeDataPlane();
  private final Store store = new InMemoryStore();
  private final ControlPlane control = EmbeddedGoldenrod.open(store, dataPlane, "server");
  private final Actor me = control.admin();

  @BeforeEach
  void register() {
    EmbeddedGoldenrod.registerOnce(control, me, "dir:/var/lib/shop");
  }

  @AfterEach
  void close() {
    control.close();
  }

  @Test
  void a_clone_is_launched_and_deleted() {
    Instance clone = EmbeddedGoldenrod.findOrLaunch(control, me);
    assertThat(clone.phase()).isEqualTo(InstancePhase.READY);
    assertThat(dataPlane.inventory().databases()).containsExactly(clone.id());

    EmbeddedGoldenrod.delete(control, me, clone);

    assertThat(dataPlane.inventory().databases()).isEmpty();
    assertThat(control.instances().list(me)).isEmpty();
  }

  @Test
  void the_next_start_finds_the_golden_and_the_clone() {
    Instance clone = EmbeddedGoldenrod.findOrLaunch(control, me);
    control.close();

    try (ControlPlane next = EmbeddedGoldenrod.open(store, dataPlane, "server")) {
      EmbeddedGoldenrod.registerOnce(next, next.admin(), "dir:/var/lib/shop");
      Instance found = EmbeddedGoldenrod.findOrLaunch(next, next.admin());

      assertThat(found.id()).isEqualTo(clone.id());
      assertThat(next.goldens().list(next.admin()))
          .extracting(GoldenSummary::latestVersion)
          .containsExactly(1);
    }
  }

  @Test
  void a_clone_that_cannot_be_made_is_reported_with_the_reason_and_replaced() {
    dataPlane.failNextDatabase("/var/lib/shop is no PostgreSQL data directory");

    assertThatThrownBy(() -> EmbeddedGoldenrod.findOrLaunch(control, me))
        .hasMessageEndingWith(
            "is Failed, not Ready: /var/lib/shop is no PostgreSQL data directory");

    assertThat(EmbeddedGoldenrod.findOrLaunch(control, me).phase()).isEqualTo(InstancePhase.READY);
  }
}
