package dev.goldenrod.testkit.dataplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.CloneObservation;
import dev.goldenrod.port.CloneSpec;
import dev.goldenrod.port.CloneState;
import dev.goldenrod.port.VersionRef;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a data plane promises of clones. */
public abstract class DataPlaneCloneContract extends DataPlaneFixture {
  @Test
  void an_ensured_clone_becomes_ready_at_an_endpoint() {
    CloneSpec spec = cloneOf(readyVersion());
    assertThat(plane.observeClone(spec.id())).isEqualTo(CloneObservation.absent());

    CloneObservation ready = ensureReady(spec);

    assertThat(ready.generation()).isZero();
    assertThat(ready.endpoint()).matches("[^:]+:\\d+");
    assertThat(ready.message()).isEmpty();
  }

  @Test
  void the_credentials_of_a_ready_clone_log_in_at_its_endpoint() throws Exception {
    CloneSpec spec = readyClone();

    Credentials login = login(spec);

    write(login, "hello");
    assertThat(read(login)).isEqualTo("hello");
    assertThat(login.host() + ":" + login.port())
        .isEqualTo(plane.observeClone(spec.id()).endpoint());
    assertThat(login.password()).isNotBlank();
    assertThat(login.uri()).contains(login.host()).contains(login.username());
  }

  @Test
  void credentials_are_empty_until_the_clone_is_ready() {
    CloneSpec spec = cloneOf(readyVersion());
    assertThat(plane.credentials(spec.id())).isEmpty();

    plane.ensureClone(spec);
    Optional<Credentials> first =
        await("there are credentials")
            .until(() -> plane.credentials(spec.id()), Optional::isPresent);

    assertThat(plane.observeClone(spec.id()).state()).isEqualTo(CloneState.READY);
    assertThat(plane.credentials(spec.id())).isEqualTo(first);
  }

  @Test
  void ensuring_a_ready_clone_again_changes_nothing() throws Exception {
    CloneSpec spec = readyClone();
    Credentials login = login(spec);
    write(login, "kept");
    CloneObservation before = plane.observeClone(spec.id());

    plane.ensureClone(spec);

    assertThat(awaitReady(spec)).isEqualTo(before);
    assertThat(login(spec)).isEqualTo(login);
    assertThat(read(login)).isEqualTo("kept");
  }

  @Test
  void one_clone_ensured_by_many_threads_at_once_is_made_once() throws Exception {
    Set<UUID> before = plane.inventory().clones();
    CloneSpec spec = cloneOf(readyVersion());

    atOnce(8, () -> plane.ensureClone(spec));
    awaitReady(spec);

    Credentials login = login(spec);
    write(login, "one");
    atOnce(8, () -> plane.ensureClone(spec));
    awaitReady(spec);
    assertThat(read(login(spec))).isEqualTo("one");
    assertThat(plane.inventory().clones()).hasSize(before.size() + 1).contains(spec.id());
  }

  @Test
  void clones_made_at_once_have_logins_of_their_own() throws Exception {
    VersionRef version = readyVersion();
    List<CloneSpec> specs = Stream.generate(() -> cloneOf(version)).limit(4).toList();
    Queue<CloneSpec> queue = new ConcurrentLinkedQueue<>(specs);

    atOnce(specs.size(), () -> ensureReady(queue.remove()));

    assertThat(specs)
        .extracting(spec -> plane.observeClone(spec.id()).endpoint())
        .doesNotHaveDuplicates();
    assertThat(specs).extracting(spec -> login(spec).password()).doesNotHaveDuplicates();
    assertThat(plane.inventory().clones())
        .containsExactlyInAnyOrderElementsOf(specs.stream().map(CloneSpec::id).toList());
  }

  @Test
  void a_write_in_one_clone_is_seen_in_no_other() throws Exception {
    VersionRef version = readyVersion();
    CloneSpec one = cloneOf(version);
    CloneSpec other = cloneOf(version);
    ensureReady(one);
    ensureReady(other);

    write(login(one), "mine");

    assertThat(read(login(other))).isEmpty();
    CloneSpec later = cloneOf(version);
    ensureReady(later);
    assertThat(read(login(later))).isEmpty();
  }

  @Test
  void a_higher_generation_discards_the_writes_and_keeps_endpoint_and_login() throws Exception {
    CloneSpec spec = readyClone();
    Credentials login = login(spec);
    write(login, "discarded");

    ensureReady(atGeneration(1, spec));
    assertThat(login(spec)).isEqualTo(login);
    assertThat(read(login)).isEmpty();

    write(login, "again");
    ensureReady(atGeneration(2, spec));
    assertThat(login(spec)).isEqualTo(login);
    assertThat(read(login)).isEmpty();
  }

  @Test
  void a_higher_generation_can_be_a_clone_of_another_version() throws Exception {
    CloneSpec spec = readyClone();
    Credentials login = login(spec);
    write(login, "discarded");
    CloneSpec refreshed =
        new CloneSpec(spec.id(), spec.namespace(), readyVersion(), spec.size(), 1);

    ensureReady(refreshed);

    assertThat(login(refreshed)).isEqualTo(login);
    assertThat(read(login)).isEmpty();
  }

  @Test
  void a_lower_generation_that_comes_late_changes_nothing() throws Exception {
    CloneSpec old = readyClone();
    CloneSpec current = atGeneration(1, old);
    ensureReady(current);
    write(login(current), "kept");

    plane.ensureClone(old);

    awaitReady(current);
    assertThat(read(login(current))).isEqualTo("kept");
  }

  @Test
  void a_clone_of_a_volume_that_is_gone_says_so_and_can_be_removed() {
    VersionRef gone = imported(importSpec());
    plane.removeVersion(gone);
    CloneSpec spec = cloneOf(gone);

    plane.ensureClone(spec);

    CloneObservation seen =
        await("clone is FAILED or BLOCKED")
            .until(
                () -> plane.observeClone(spec.id()),
                now -> now.state() == CloneState.FAILED || now.state() == CloneState.BLOCKED);
    assertThat(seen.message()).isNotBlank();
    assertThat(plane.credentials(spec.id())).isEmpty();
    plane.removeClone(spec.id());
    awaitAbsent(spec.id());
  }

  @Test
  void a_removed_clone_ends_absent_and_leaves_nothing() {
    CloneSpec spec = readyClone();
    CloneSpec other = cloneOf(spec.version());
    ensureReady(other);
    Credentials login = login(spec);

    plane.removeClone(spec.id());
    awaitAbsent(spec.id());

    assertThat(plane.observeClone(spec.id())).isEqualTo(CloneObservation.absent());
    assertThat(plane.credentials(spec.id())).isEmpty();
    assertThat(plane.inventory().clones()).containsExactly(other.id());
    assertThatThrownBy(() -> read(login)).isNotNull();
    assertThat(plane.observeClone(other.id()).state()).isEqualTo(CloneState.READY);
  }

  @Test
  void removing_what_is_gone_or_was_never_there_is_fine() {
    CloneSpec spec = readyClone();
    CloneSpec other = cloneOf(spec.version());
    ensureReady(other);

    plane.removeClone(spec.id());
    plane.removeClone(spec.id());
    awaitAbsent(spec.id());
    plane.removeClone(spec.id());
    plane.removeClone(UUID.randomUUID());

    assertThat(plane.inventory().clones()).containsExactly(other.id());
  }

  @Test
  void a_clone_can_be_removed_while_it_is_made() {
    CloneSpec ready = readyClone();
    CloneSpec spec = cloneOf(ready.version());

    plane.ensureClone(spec);
    plane.removeClone(spec.id());
    awaitAbsent(spec.id());

    assertThat(plane.inventory().clones()).containsExactly(ready.id());
  }

  @Test
  void the_listener_is_told_of_a_clone_that_became_ready_and_of_one_that_went() {
    Set<UUID> heard = ConcurrentHashMap.newKeySet();
    plane.onChange(heard::add);

    CloneSpec spec = readyClone();
    await("told of ready").until(() -> heard, ids -> ids.contains(spec.id()));
    heard.clear();
    plane.removeClone(spec.id());
    awaitAbsent(spec.id());
    await("told of absent").until(() -> heard, ids -> ids.contains(spec.id()));
  }
}
