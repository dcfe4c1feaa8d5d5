package dev.goldenrod.examples.previews;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.control.Quotas;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.member.Actor;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import dev.goldenrod.testing.MutableClock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the class with a complete control plane whose store, data plane and clock are fakes. */
class PreviewDatabasesTest {
  private final FakeDataPlane dataPlane = new FakeDataPlane();
  private final MutableClock clock = new MutableClock();
  private final ControlPlane control =
      ControlPlane.builder().store(new InMemoryStore()).dataPlane(dataPlane).clock(clock).build();
  private final Actor admin = control.admin();
  private final PreviewDatabases previews = new PreviewDatabases(control, admin, "shop");

  @BeforeEach
  void registerGolden() {
    control
        .goldens()
        .register(admin, Goldens.RegisterVersion.of("shop", Substrate.POSTGRES, "snap-1"));
  }

  @AfterEach
  void close() {
    control.close();
  }

  /** Runs all due work in the test's thread; the control plane is not started. */
  private void work() {
    while (control.runDueOnce() > 0) {}
  }

  @Test
  void every_pull_request_has_a_database_of_its_own() {
    previews.open(1);
    previews.open(2);
    assertThat(previews.uri(1)).isEmpty();

    work();

    assertThat(previews.uri(1)).isPresent().isNotEqualTo(previews.uri(2));
    assertThat(previews.uri(3)).isEmpty();
  }

  @Test
  void opening_again_keeps_the_database() {
    previews.open(1);
    work();
    String uri = previews.uri(1).orElseThrow();

    previews.open(1);
    work();

    assertThat(previews.uri(1)).contains(uri);
    assertThat(dataPlane.inventory().databases()).hasSize(1);
  }

  @Test
  void a_database_is_there_when_it_is_made_and_not_before() {
    dataPlane.holdDatabases();
    previews.open(1);
    work();
    assertThat(previews.uri(1)).isEmpty();

    dataPlane.releaseDatabases();
    work();
    assertThat(previews.uri(1)).isPresent();
  }

  @Test
  void a_database_that_could_not_be_made_is_replaced_when_asked_for_again() {
    dataPlane.failNextDatabase("no space left on the volume");
    previews.open(1);
    work();
    assertThat(control.instances().list(admin))
        .extracting(clone -> clone.status().message())
        .containsExactly("no space left on the volume");

    previews.open(1);
    work();
    assertThat(previews.uri(1)).isPresent();
  }

  @Test
  void a_database_ends_with_the_working_day() {
    previews.open(1);
    work();

    clock.advance(Duration.ofHours(8));
    work();

    assertThat(previews.uri(1)).isEmpty();
    assertThat(dataPlane.inventory().databases()).isEmpty();
  }

  @Test
  void a_closed_pull_request_leaves_nothing() {
    previews.open(1);
    previews.close(1);
    previews.close(1);
    work();

    assertThat(control.instances().list(admin))
        .noneMatch(clone -> clone.phase() != InstancePhase.TERMINATING);
    assertThat(dataPlane.inventory().databases()).isEmpty();
  }

  @Test
  void the_quota_is_the_limit() {
    control.quotas().change(admin, new Quotas.Change(1, 0));
    previews.open(1);

    assertThatThrownBy(() -> previews.open(2))
        .isInstanceOf(ControlPlaneException.class)
        .hasMessage("instance quota exceeded");
  }
}
