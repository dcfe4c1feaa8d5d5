package dev.goldenrod.testkit.dataplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.StoreMark;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Contract of databases across restarts of the data plane. */
public abstract class DataPlaneContractRestarts extends DataPlaneContractPart {
  @Test
  void the_identity_outlives_the_process() {
    readyClone();
    String identity = plane.identity();

    restart();

    assertThat(plane.identity()).isEqualTo(identity).isNotBlank();
    assertThat(plane.displayName()).isNotBlank();
  }

  @Test
  void it_keeps_the_mark_of_its_store_for_life() {
    StoreMark first = mark(1);
    StoreMark second = mark(2);

    assertThat(plane.claim(plane.claimedBy(), first)).isTrue();
    assertThat(plane.claim(Optional.of(first), second)).isTrue();
    restart();

    assertThat(plane.claimedBy()).contains(second);
    assertThat(plane.location()).isNotBlank();
  }

  @Test
  void a_mark_takes_the_place_of_the_one_that_was_seen_alone() {
    StoreMark first = mark(1);
    StoreMark second = mark(2);
    plane.claim(plane.claimedBy(), first);

    assertThat(plane.claim(Optional.empty(), second)).isFalse();
    assertThat(plane.claim(Optional.of(mark(1)), second)).isFalse();

    assertThat(plane.claimedBy()).contains(first);
  }

  @Test
  void a_database_that_no_store_knows_is_stopped_and_started_by_what_it_tells_itself()
      throws Exception {
    DatabaseSpec clone = from(origin()).named("shop");
    ensureReady(clone);
    Credentials login = login(clone);
    ensureReady(clone.atGeneration(1));
    write(login, "kept");
    restart();
    Orphan.Facts facts = plane.factsOf(clone.id()).orElseThrow();
    Orphan.Engine engine = facts.engine();
    assertThat(facts.name()).isEqualTo("shop");
    assertThat(facts.resources()).isEqualTo(clone.resources());
    DatabaseSpec found =
        DatabaseSpec.of(
                clone.id(),
                new Origin.Blank(engine.type(), engine.release()),
                DatabaseConfig.DEFAULT.resources())
            .atGeneration(plane.databases().observe(clone.id()).generation());

    DatabaseSpec stopped =
        DatabaseSpec.ofExisting(found.id(), found.resources())
            .atGeneration(found.generation())
            .stopped();
    plane.databases().ensure(stopped);
    awaitState(stopped, DatabaseState.STOPPED);
    ensureReady(found);

    assertThat(login(found)).isEqualTo(login);
    assertThat(read(login)).isEqualTo("kept");
    assertThat(plane.factsOf(UUID.randomUUID())).isEmpty();
  }

  private static StoreMark mark(long number) {
    Instant at = Instant.parse("2026-11-23T10:00:00.123Z");
    return new StoreMark(new UUID(0, 1), number, UUID.randomUUID(), at);
  }

  @Test
  void it_knows_every_version_once_and_says_where_it_comes_from_or_why_it_cannot_run() {
    List<EngineVersion> engines = plane.engines();

    assertThat(engines).anyMatch(EngineVersion::isAvailable);
    assertThat(engines).map(one -> one.type() + " " + one.version()).doesNotHaveDuplicates();
    assertThat(engines)
        .filteredOn(one -> !one.isAvailable())
        .allSatisfy(one -> assertThat(one.message()).isNotBlank());
    restart();
    assertThat(plane.engines()).isEqualTo(engines);
  }

  @Test
  void a_ready_clone_outlives_the_process_with_its_data_and_its_login() throws Exception {
    DatabaseSpec spec = readyClone();
    Credentials login = login(spec);
    write(login, "kept");
    DatabaseObservation before = plane.databases().observe(spec.id());

    restart();

    assertThat(ensureReady(spec)).isEqualTo(before);
    assertThat(login(spec)).isEqualTo(login);
    assertThat(read(login)).isEqualTo("kept");
  }

  @Test
  void closing_leaves_the_databases_running() throws Exception {
    DatabaseSpec spec = readyClone();
    Credentials login = login(spec);

    plane.close();

    write(login, "still here");
    assertThat(read(login)).isEqualTo("still here");
    restart();
  }

  @Test
  void an_interrupted_clone_is_made_when_it_is_ensured_again() throws Exception {
    DatabaseSpec spec = from(origin());
    plane.databases().ensure(spec);

    restart();
    ensureReady(spec);

    write(login(spec), "works");
    assertThat(read(login(spec))).isEqualTo("works");
    assertThat(plane.inventory().databases()).containsExactly(spec.id());
  }

  @Test
  void an_interrupted_reset_ends_at_the_new_generation_with_the_old_login() throws Exception {
    DatabaseSpec spec = readyClone();
    Credentials login = login(spec);
    write(login, "discarded");
    DatabaseSpec reset = spec.atGeneration(1);
    plane.databases().ensure(reset);

    restart();
    ensureReady(reset);

    assertThat(login(reset)).isEqualTo(login);
    assertThat(read(login)).isEmpty();
  }

  @Test
  void an_interrupted_removal_ends_when_it_is_asked_for_again() {
    DatabaseSpec spec = readyClone();
    plane.databases().remove(spec.id());

    restart();
    plane.databases().remove(spec.id());
    awaitAbsent(spec.id());

    assertThat(plane.inventory().databases()).isEmpty();
  }
}
