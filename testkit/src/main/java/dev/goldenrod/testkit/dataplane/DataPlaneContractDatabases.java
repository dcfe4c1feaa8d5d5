package dev.goldenrod.testkit.dataplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.database.Resources;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Contract of clones. */
public abstract class DataPlaneContractDatabases extends DataPlaneContractPart {
  @Test
  void an_ensured_clone_becomes_ready_at_an_endpoint() {
    DatabaseSpec spec = from(origin());
    assertThat(plane.databases().observe(spec.id())).isEqualTo(DatabaseObservation.absent());

    DatabaseObservation ready = ensureReady(spec);

    assertThat(ready.generation()).isZero();
    assertThat(ready.endpoint()).matches("[^:]+:\\d+");
    assertThat(ready.message()).matches(messageWhenReady());
  }

  @Test
  void the_credentials_of_a_ready_clone_log_in_at_its_endpoint() throws Exception {
    DatabaseSpec spec = readyClone();

    Credentials login = login(spec);

    write(login, "hello");
    assertThat(read(login)).isEqualTo("hello");
    assertThat(login.host() + ":" + login.port())
        .isEqualTo(plane.databases().observe(spec.id()).endpoint());
    assertThat(login.password()).isNotBlank();
    assertThat(login.uri()).contains(login.host()).contains(login.username());
  }

  @Tag("slow")
  @Test
  void credentials_are_empty_until_the_clone_is_ready() {
    DatabaseSpec spec = from(origin());
    assertThat(plane.databases().credentials(spec.id())).isEmpty();

    plane.databases().ensure(spec);
    Optional<Credentials> first =
        await("there are credentials")
            .until(() -> plane.databases().credentials(spec.id()), Optional::isPresent);

    assertThat(plane.databases().observe(spec.id()).state()).isEqualTo(DatabaseState.READY);
    assertThat(plane.databases().credentials(spec.id())).isEqualTo(first);
    assertThat(plane.databases().credentials(List.of(UUID.randomUUID(), spec.id())))
        .isEqualTo(Map.of(spec.id(), first.orElseThrow()));
  }

  @Tag("slow")
  @Test
  void ensuring_a_ready_clone_again_changes_nothing() throws Exception {
    DatabaseSpec spec = readyClone();
    Credentials login = login(spec);
    write(login, "kept");
    DatabaseObservation before = plane.databases().observe(spec.id());

    plane.databases().ensure(spec);

    assertThat(awaitReady(spec)).isEqualTo(before);
    assertThat(login(spec)).isEqualTo(login);
    assertThat(read(login)).isEqualTo("kept");
  }

  @Test
  void one_clone_ensured_by_many_threads_at_once_is_made_once() throws Exception {
    Set<UUID> before = plane.inventory().databases();
    DatabaseSpec spec = from(origin());

    atOnce(8, () -> plane.databases().ensure(spec));
    awaitReady(spec);

    Credentials login = login(spec);
    write(login, "one");
    atOnce(8, () -> plane.databases().ensure(spec));
    awaitReady(spec);
    assertThat(read(login(spec))).isEqualTo("one");
    assertThat(plane.inventory().databases()).hasSize(before.size() + 1).contains(spec.id());
  }

  @Tag("slow")
  @Test
  void clones_made_at_once_have_logins_of_their_own() throws Exception {
    Origin origin = origin();
    List<DatabaseSpec> specs = Stream.generate(() -> from(origin)).limit(4).toList();
    Queue<DatabaseSpec> queue = new ConcurrentLinkedQueue<>(specs);

    atOnce(specs.size(), () -> ensureReady(queue.remove()));

    assertThat(specs)
        .extracting(spec -> plane.databases().observe(spec.id()).endpoint())
        .doesNotHaveDuplicates();
    assertThat(specs).extracting(spec -> login(spec).password()).doesNotHaveDuplicates();
    assertThat(plane.inventory().databases())
        .containsExactlyInAnyOrderElementsOf(specs.stream().map(DatabaseSpec::id).toList());
  }

  @Test
  void a_write_in_one_clone_is_seen_in_no_other() throws Exception {
    Origin origin = origin();
    DatabaseSpec one = from(origin);
    DatabaseSpec other = from(origin);
    ensureReady(one);
    ensureReady(other);

    write(login(one), "mine");

    assertThat(read(login(other))).isEmpty();
    DatabaseSpec later = from(origin);
    ensureReady(later);
    assertThat(read(login(later))).isEmpty();
  }

  @Test
  void a_higher_generation_discards_the_writes_and_keeps_endpoint_and_login() throws Exception {
    DatabaseSpec spec = readyClone();
    Credentials login = login(spec);
    write(login, "discarded");

    ensureReady(spec.atGeneration(1));
    assertThat(login(spec)).isEqualTo(login);
    assertThat(read(login)).isEmpty();

    write(login, "again");
    ensureReady(spec.atGeneration(2));
    assertThat(login(spec)).isEqualTo(login);
    assertThat(read(login)).isEmpty();
  }

  @Tag("slow")
  @Test
  void a_higher_generation_can_be_a_clone_of_another_version() throws Exception {
    DatabaseSpec spec = readyClone();
    Credentials login = login(spec);
    write(login, "discarded");
    DatabaseSpec refreshed =
        new DatabaseSpec(spec.id(), origin(), spec.resources(), 1, true, null, "");

    ensureReady(refreshed);

    assertThat(login(refreshed)).isEqualTo(login);
    assertThat(read(login)).isEmpty();
  }

  @Tag("slow")
  @Test
  void a_lower_generation_that_comes_late_changes_nothing() throws Exception {
    DatabaseSpec old = readyClone();
    DatabaseSpec current = old.atGeneration(1);
    ensureReady(current);
    write(login(current), "kept");

    plane.databases().ensure(old);

    awaitReady(current);
    assertThat(read(login(current))).isEqualTo("kept");
  }

  @Test
  void a_removed_clone_ends_absent_and_leaves_nothing() {
    DatabaseSpec spec = readyClone();
    DatabaseSpec other = from(spec.origin());
    ensureReady(other);
    Credentials login = login(spec);

    plane.databases().remove(spec.id());
    awaitAbsent(spec.id());

    assertThat(plane.databases().observe(spec.id())).isEqualTo(DatabaseObservation.absent());
    assertThat(plane.databases().credentials(spec.id())).isEmpty();
    assertThat(plane.inventory().databases()).containsExactly(other.id());
    assertThatThrownBy(() -> read(login)).isNotNull();
    assertThat(plane.databases().observe(other.id()).state()).isEqualTo(DatabaseState.READY);
  }

  @Tag("slow")
  @Test
  void removing_what_is_gone_or_was_never_there_is_fine() {
    DatabaseSpec spec = readyClone();
    DatabaseSpec other = from(spec.origin());
    ensureReady(other);

    plane.databases().remove(spec.id());
    plane.databases().remove(spec.id());
    awaitAbsent(spec.id());
    plane.databases().remove(spec.id());
    plane.databases().remove(UUID.randomUUID());

    assertThat(plane.inventory().databases()).containsExactly(other.id());
  }

  @Tag("slow")
  @Test
  void a_database_that_is_to_be_there_already_is_not_made() {
    UUID gone = UUID.randomUUID();
    Resources resources = new Resources(512, 0, 0);

    plane.databases().ensure(DatabaseSpec.ofExisting(gone, resources).stopped());
    DatabaseSpec other = readyClone();

    awaitAbsent(gone);
    assertThat(plane.inventory().databases()).containsExactly(other.id());
  }

  @Test
  void a_clone_can_be_removed_while_it_is_made() {
    DatabaseSpec ready = readyClone();
    DatabaseSpec spec = from(ready.origin());

    plane.databases().ensure(spec);
    plane.databases().remove(spec.id());
    awaitAbsent(spec.id());

    assertThat(plane.inventory().databases()).containsExactly(ready.id());
  }

  @Test
  void the_listener_is_told_of_a_clone_that_became_ready_and_of_one_that_went() {
    Set<UUID> heard = ConcurrentHashMap.newKeySet();
    plane.onChange(heard::add);

    DatabaseSpec spec = readyClone();
    await("notification of READY").until(() -> heard, ids -> ids.contains(spec.id()));
    heard.clear();
    plane.databases().remove(spec.id());
    awaitAbsent(spec.id());
    await("notification of ABSENT").until(() -> heard, ids -> ids.contains(spec.id()));
  }
}
