package dev.goldenrod.testkit.dataplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.Resources;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Contract of changes of a database's resources. */
public abstract class DataPlaneContractResizes extends DataPlaneContractPart {
  private static final Resources FEW = new Resources(256, 1024, 1000);
  private static final Resources MORE = new Resources(512, 2048, 2000);

  @Test
  void a_running_database_is_given_other_resources_and_goes_on() throws Exception {
    DatabaseSpec spec = ready(FEW);
    Credentials login = login(spec);
    write(login, "kept");
    assertThat(plane.databases().resources(spec.id())).contains(FEW);

    plane.databases().resize(spec.id(), MORE);

    assertThat(awaitGivenWhileReady(spec, MORE)).contains("next restart").contains("512m");
    assertThat(read(login)).isEqualTo("kept");
    assertThat(ensureReady(spec.with(MORE)).message()).contains("next restart");
  }

  @Tag("slow")
  @Test
  void the_next_start_gives_all_of_them() throws Exception {
    DatabaseSpec spec = ready(FEW);
    Credentials login = login(spec);
    write(login, "kept");
    plane.databases().resize(spec.id(), MORE);
    awaitGivenWhileReady(spec, MORE);

    ensureStopped(spec.with(MORE));
    DatabaseObservation started = ensureReady(spec.with(MORE));

    assertThat(started.message()).doesNotContain("next restart");
    assertThat(plane.databases().resources(spec.id())).contains(MORE);
    assertThat(login(spec)).isEqualTo(login);
    assertThat(read(login)).isEqualTo("kept");
  }

  @Tag("slow")
  @Test
  void a_stopped_database_has_other_resources_when_it_starts() {
    DatabaseSpec spec = ready(FEW);
    ensureStopped(spec);

    plane.databases().resize(spec.id(), MORE);

    awaitGiven(spec, MORE);
    awaitState(spec, DatabaseState.STOPPED);
    assertThat(ensureReady(spec.with(MORE)).message()).doesNotContain("next restart");
    assertThat(plane.databases().resources(spec.id())).contains(MORE);
  }

  @Tag("slow")
  @Test
  void other_resources_outlive_the_process() {
    DatabaseSpec spec = ready(FEW);
    plane.databases().resize(spec.id(), MORE);
    awaitGivenWhileReady(spec, MORE);

    restart();

    awaitReady(spec);
    awaitGiven(spec, MORE);
    await("the message still mentions the restart")
        .until(
            () -> plane.databases().observe(spec.id()).message(),
            message -> message.contains("next restart"));
  }

  @Tag("slow")
  @Test
  void a_database_that_was_given_its_first_resources_back_needs_no_restart() {
    DatabaseSpec spec = ready(FEW);
    plane.databases().resize(spec.id(), MORE);
    awaitGivenWhileReady(spec, MORE);
    Resources back = new Resources(FEW.memoryMib(), MORE.storageMib(), FEW.cpuMillis());

    plane.databases().resize(spec.id(), back);

    assertThat(awaitGivenWhileReady(spec, back)).doesNotContain("next restart");
  }

  @Tag("slow")
  @Test
  void the_last_of_two_wishes_counts() {
    DatabaseSpec spec = ready(FEW);
    Resources last = new Resources(FEW.memoryMib(), MORE.storageMib(), FEW.cpuMillis());

    plane.databases().resize(spec.id(), MORE);
    plane.databases().resize(spec.id(), last);

    awaitGivenWhileReady(spec, last);
  }

  @Tag("slow")
  @Test
  void what_does_not_exist_is_given_nothing() {
    DatabaseSpec spec = ready(FEW);
    UUID id = UUID.randomUUID();

    plane.databases().resize(id, MORE);

    assertThat(plane.databases().resources(id)).isEmpty();
    assertThat(plane.databases().observe(id)).isEqualTo(DatabaseObservation.absent());
    assertThat(plane.databases().resources(spec.id())).contains(FEW);
  }

  private DatabaseSpec ready(Resources resources) {
    DatabaseSpec spec = DatabaseSpec.of(UUID.randomUUID(), blank(), resources);
    ensureReady(spec);
    return spec;
  }

  /** Waits for the resources and returns the message; the database must stay ready meanwhile. */
  private String awaitGivenWhileReady(DatabaseSpec spec, Resources resources) {
    return await("the database has " + resources + " without a restart")
        .until(
            () -> {
              Optional<Resources> given = plane.databases().resources(spec.id());
              DatabaseObservation seen = plane.databases().observe(spec.id());
              assertThat(seen.state()).isEqualTo(DatabaseState.READY);
              return given.filter(resources::equals).map(them -> seen.message());
            },
            Optional::isPresent)
        .orElseThrow();
  }

  private void awaitGiven(DatabaseSpec spec, Resources resources) {
    await("the database has " + resources)
        .until(
            () -> plane.databases().resources(spec.id()),
            given -> given.filter(resources::equals).isPresent());
  }
}
