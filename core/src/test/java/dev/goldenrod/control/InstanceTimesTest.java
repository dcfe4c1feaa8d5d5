package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.Timestamps;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InstanceTimesTest {
  private final ControlFixture fixture = new ControlFixture();
  private final ControlPlane control = fixture.control;
  private Instance instance;

  @BeforeEach
  void launch() {
    fixture.golden("shop");
    instance =
        control
            .instances()
            .launch(
                fixture.admin,
                new Instances.Launch("shop", InstanceSize.SMALL, Ttl.parse("8h"), 0));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void an_extension_that_does_not_extend_is_told_the_expiry_as_answers_write_it() {
    assertThatThrownBy(
            () -> control.instances().extend(fixture.admin, instance.id(), Ttl.parse("1h")))
        .hasMessage(
            "ttl must extend past the current expiry "
                + Timestamps.text(instance.spec().expiresAt()));
  }

  @Test
  void the_audit_event_of_an_extension_has_the_expiry_as_answers_write_it() {
    Instance extended = control.instances().extend(fixture.admin, instance.id(), Ttl.parse("9h"));

    assertThat(control.auditLog().list(fixture.admin, 1, null).get(0).metadata())
        .containsEntry("expires_at", Timestamps.text(extended.spec().expiresAt()));
  }
}
