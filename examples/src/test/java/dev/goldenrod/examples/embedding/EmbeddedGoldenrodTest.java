package dev.goldenrod.examples.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.member.Actor;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EmbeddedGoldenrodTest {
  private final FakeDataPlane dataPlane = new FakeDataPlane();
  private final ControlPlane control = EmbeddedGoldenrod.open(new InMemoryStore(), dataPlane);
  private final Actor me = control.admin();

  @AfterEach
  void close() {
    control.close();
  }

  @Test
  void a_clone_is_launched_and_destroyed() {
    Instance clone = EmbeddedGoldenrod.launch(control, me, "dir:/var/lib/shop");
    assertThat(clone.phase()).isEqualTo(InstancePhase.READY);
    assertThat(dataPlane.inventory().databases()).containsExactly(clone.id());

    EmbeddedGoldenrod.destroy(control, me, clone);

    assertThat(dataPlane.inventory().databases()).isEmpty();
    assertThat(control.instances().list(me)).isEmpty();
  }

  @Test
  void a_clone_that_cannot_be_made_is_reported_with_the_reason() {
    dataPlane.failNextDatabase("/var/lib/shop is no PostgreSQL data directory");

    assertThatThrownBy(() -> EmbeddedGoldenrod.launch(control, me, "dir:/var/lib/shop"))
        .hasMessage("no clone: /var/lib/shop is no PostgreSQL data directory");
  }
}
