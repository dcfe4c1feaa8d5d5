package dev.goldenrod.testkit.dataplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import org.junit.jupiter.api.Test;

/** Contract of empty databases, and of stop and start. */
public abstract class DataPlaneContractStops extends DataPlaneContractPart {
  @Test
  void an_empty_database_can_be_used() throws Exception {
    DatabaseSpec spec = from(blank());
    ensureReady(spec);
    assertThat(read(login(spec))).isEmpty();

    write(login(spec), "first");

    assertThat(read(login(spec))).isEqualTo("first");
    assertThat(plane.databases().loginProblem(spec.id())).isEmpty();
    DatabaseSpec other = from(blank());
    ensureReady(other);
    assertThat(read(login(other))).isEmpty();
    assertThat(login(other).password()).isNotEqualTo(login(spec).password());
  }

  @Test
  void a_stopped_database_keeps_its_data_endpoint_and_login() throws Exception {
    DatabaseSpec spec = readyClone();
    Credentials login = login(spec);
    write(login, "kept");

    DatabaseObservation stopped = ensureStopped(spec);

    assertThat(stopped.endpoint()).isEqualTo(login.host() + ":" + login.port());
    assertThatThrownBy(() -> read(login)).isNotNull();
    assertThat(plane.databases().loginProblem(spec.id())).isPresent();
    assertThat(plane.databases().credentials(spec.id())).contains(login);
    plane.databases().ensure(spec.stopped());
    assertThat(awaitState(spec, DatabaseState.STOPPED)).isEqualTo(stopped);

    ensureReady(spec);
    assertThat(login(spec)).isEqualTo(login);
    assertThat(read(login)).isEqualTo("kept");
  }

  @Test
  void a_stopped_database_stays_stopped_when_the_process_is_killed() throws Exception {
    DatabaseSpec spec = readyClone();
    write(login(spec), "kept");
    ensureStopped(spec);

    restart();
    ensureStopped(spec);

    assertThatThrownBy(() -> read(login(spec))).isNotNull();
    ensureReady(spec);
    assertThat(read(login(spec))).isEqualTo("kept");
  }

  @Test
  void a_database_that_is_stopped_while_it_is_made_ends_stopped_and_starts_later() {
    DatabaseSpec spec = from(origin());

    plane.databases().ensure(spec);
    ensureStopped(spec);

    ensureReady(spec);
  }
}
