package dev.goldenrod.control;

import static dev.goldenrod.control.ControlFixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.goldenrod.AwaitFailedException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InstanceWaitsTest {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration SHORT = Duration.ofMillis(5);

  private final ControlFixture fixture = new ControlFixture();
  private final ControlPlane control = fixture.control;
  private final Actor admin = fixture.admin;

  @BeforeEach
  void register() {
    fixture.golden("shop");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void a_clone_is_waited_for_until_it_is_ready_and_until_it_is_gone() {
    control.start();
    Instance launched = launch();

    Instance ready = control.instances().awaitReady(admin, launched.id(), LONG);
    assertThat(ready.phase()).isEqualTo(InstancePhase.READY);
    assertThat(control.instances().credentials(admin, ready.id()).jdbcUrl())
        .isEqualTo("jdbc:postgresql://" + ready.status().endpoint() + "/app");

    control.instances().delete(admin, launched.id());
    control.instances().awaitDeleted(admin, launched.id(), LONG);
    assertThat(control.instances().list(admin)).isEmpty();
    control.instances().awaitDeleted(admin, launched.id(), SHORT);
  }

  @Test
  void a_failure_is_told_with_its_reason() {
    fixture.dataPlane.failNextDatabase("no space left on the volume");
    Instance launched = launch();
    control.start();

    AwaitFailedException failed = ready(launched, LONG);

    assertThat(failed)
        .hasMessage("instance %s is Failed, not Ready: no space left on the volume", launched.id());
    assertThat(failed.phase()).isEqualTo("Failed");
    assertThat(failed.lastMessage()).isEqualTo("no space left on the volume");
  }

  @Test
  void a_clone_whose_data_is_gone_says_so_once_and_is_made_anew_by_a_reset() {
    Instance ready = launch();
    work();
    fixture.dataPlane.databases().remove(ready.id());
    work();
    work();

    Instance lost = control.instances().find(admin, ready.id());
    assertThat(lost.phase()).isEqualTo(InstancePhase.FAILED);
    assertThat(lost.status().message())
        .isEqualTo("its data is gone from the data plane; reset it to make it anew");
    assertThat(control.auditLog().list(admin, 100, null))
        .filteredOn(event -> event.action().equals("instance.lost"))
        .singleElement()
        .satisfies(event -> assertThat(event.target()).isEqualTo("instance/" + ready.id()));

    control.instances().reset(admin, ready.id());
    work();
    assertThat(control.instances().find(admin, ready.id()).phase()).isEqualTo(InstancePhase.READY);
  }

  @Test
  void a_clone_that_crashed_and_whose_data_is_gone_by_then_is_not_made_anew() {
    Instance ready = launch();
    work();
    fixture.dataPlane.holdDatabases();
    fixture.dataPlane.killDatabase(ready.id());
    work();
    assertThat(control.instances().find(admin, ready.id()).phase())
        .isEqualTo(InstancePhase.PROVISIONING);

    fixture.dataPlane.databases().remove(ready.id());
    fixture.dataPlane.releaseDatabases();
    work();

    Instance lost = control.instances().find(admin, ready.id());
    assertThat(lost.phase()).isEqualTo(InstancePhase.FAILED);
    assertThat(lost.status().message()).startsWith("its data is gone");
  }

  private void work() {
    for (int round = 0; round < 5; round++) {
      control.runDueOnce();
      fixture.clock.advance(Duration.ofSeconds(30));
    }
  }

  @Test
  void a_clone_that_is_being_deleted_is_not_waited_for() {
    Instance launched = launch();
    control.instances().delete(admin, launched.id());

    assertThat(ready(launched, LONG))
        .hasMessage("instance %s is Terminating, not Ready", launched.id());
  }

  @Test
  void what_lasts_too_long_is_told_with_where_it_stands() {
    Instance launched = launch();

    assertThat(ready(launched, SHORT))
        .hasMessage("instance %s is still Pending and not Ready after PT0.005S", launched.id());
    AwaitFailedException there =
        catchThrowableOfType(
            AwaitFailedException.class,
            () -> control.instances().awaitDeleted(admin, launched.id(), SHORT));
    assertThat(there)
        .hasMessage("instance %s is still Pending and not gone after PT0.005S", launched.id());
  }

  @Test
  void what_another_member_owns_or_nobody_has_is_refused() {
    Instance launched = launch();
    Actor dev = fixture.member("dev@example.com", Role.USER);

    assertRefused(
        ErrorCode.FORBIDDEN, () -> control.instances().awaitReady(dev, launched.id(), LONG));
    assertRefused(
        ErrorCode.FORBIDDEN, () -> control.instances().awaitDeleted(dev, launched.id(), LONG));
    assertRefused(
        ErrorCode.NOT_FOUND, () -> control.instances().awaitReady(admin, new UUID(1, 1), LONG));
  }

  @Test
  void an_interrupt_ends_the_wait_and_stays_known() {
    Instance launched = launch();
    Thread.currentThread().interrupt();

    AwaitFailedException failed = ready(launched, LONG);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(failed).hasMessage("interrupted while waiting for instance " + launched.id());
  }

  private AwaitFailedException ready(Instance instance, Duration atMost) {
    return catchThrowableOfType(
        AwaitFailedException.class,
        () -> control.instances().awaitReady(admin, instance.id(), atMost));
  }

  private Instance launch() {
    return control.instances().launch(admin, Instances.Launch.latest("shop", Ttl.parse("8h")));
  }
}
