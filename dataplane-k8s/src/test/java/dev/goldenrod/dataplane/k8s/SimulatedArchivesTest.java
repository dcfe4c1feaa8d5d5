package dev.goldenrod.dataplane.k8s;

import static dev.goldenrod.dataplane.k8s.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.database.ArchiveObservation;
import dev.goldenrod.database.ArchiveObservation.State;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Selector;
import dev.goldenrod.engine.kept.PostgresValue;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.SnapshotArchives;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.testkit.dataplane.WholeArchive;
import io.kubernetes.client.openapi.ApiException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Failures of archives that several servers handle on one cluster. */
@Timeout(900)
@Tag("simulated")
@Tag("slow")
class SimulatedArchivesTest {
  private static final String NAMESPACE = "archives";
  private static SnapshotFixture world;
  private static SimulatedNamespace namespace;
  private static SimulatedCluster cluster;
  private static byte[] archive;
  private KubernetesDataPlane first;
  private KubernetesDataPlane second;

  @BeforeAll
  static void export_a_snapshot() throws Exception {
    world = SnapshotFixture.start(NAMESPACE);
    namespace = world.namespace();
    cluster = namespace.cluster();
    try (KubernetesDataPlane plane = namespace.connect()) {
      archive = WholeArchive.of(plane, world.snapshotOf(plane));
    }
  }

  @AfterAll
  static void the_manifests_grant_all_that_was_needed_and_the_cluster_stops() {
    world.close();
  }

  @BeforeEach
  void open() {
    first = namespace.connect(ShortTimes.TOLD_SOON);
    second = namespace.connect(ShortTimes.TOLD_SOON);
  }

  @AfterEach
  void remove_all_archives_and_close() {
    archives().forEach(this::forget);
    first.inventory().handles().forEach(this::remove);
    first.close();
    second.close();
  }

  private static Set<UUID> archives() {
    return cluster
        .objects()
        .list(ResourceType.SECRET, NAMESPACE, Selector.parse(Labels.ARCHIVE, ""))
        .stream()
        .map(secret -> secret.getAsJsonObject("metadata").getAsJsonObject("labels"))
        .map(labels -> UUID.fromString(labels.get(Labels.ARCHIVE).getAsString()))
        .collect(Collectors.toSet());
  }

  @Test
  void two_servers_bring_one_in_together_and_make_one_version() throws Exception {
    UUID id = UUID.randomUUID();
    int half = archive.length / 2;
    WholeArchive.send(first, id, Arrays.copyOf(archive, half), 0);
    assertThat(second.archives().observe(id)).isEqualTo(ArchiveObservation.receiving(half));
    WholeArchive.send(second, id, archive, half);

    first.archives().unpack(id);
    second.archives().unpack(id);

    ArchiveObservation made = awaitMade(second, id);
    assertThat(made.state()).as(made.message()).isEqualTo(State.READY);
    assertThat(made.sizeBytes()).isPositive();
    assertThat(awaitMade(first, id)).isEqualTo(made);
    assertThat(valueOf(made)).isEqualTo("kept");
    awaitNothingBut(1, id);
    assertThatThrownBy(() -> first.archives().append(id, archive.length, new byte[] {1}))
        .isInstanceOf(ArchiveRefusedException.class);
  }

  @Test
  void a_server_that_ends_while_it_unpacks_is_followed_by_another() {
    UUID id = UUID.randomUUID();
    WholeArchive.send(first, id, archive, 0);
    first.archives().unpack(id);
    assertThat(second.archives().observe(id).state()).isEqualTo(State.UNPACKING);
    await("it is at it").until(() -> count(ResourceType.POD, Labels.VERSION, id) == 1);

    first.close();

    second.archives().unpack(id);
    ArchiveObservation made = awaitMade(second, id);
    assertThat(made.state()).as(made.message()).isEqualTo(State.READY);
    awaitNothingBut(1, id);
    first = namespace.connect();
  }

  @Test
  void connections_that_break_cost_time_and_nothing_else() throws InterruptedException {
    UUID id = UUID.randomUUID();
    int sent = 0;
    while (sent < archive.length) {
      int next = Math.min(archive.length, sent + SnapshotArchives.MOST_BYTES);
      cutSoon();
      first.archives().append(id, sent, Arrays.copyOfRange(archive, sent, next));
      sent = next;
    }
    assertThat(first.archives().observe(id)).isEqualTo(ArchiveObservation.receiving(sent));

    first.archives().unpack(id);
    for (int cut = 0; cut < 5; cut++) {
      Thread.sleep(500);
      cluster.cutConnections();
    }

    ArchiveObservation made = awaitMade(first, id);
    assertThat(made.state()).as(made.message()).isEqualTo(State.READY);
    awaitNothingBut(1, id);
  }

  private static void cutSoon() {
    CompletableFuture.delayedExecutor(30, TimeUnit.MILLISECONDS).execute(cluster::cutConnections);
  }

  @Test
  void a_pod_that_is_deleted_while_it_is_filled_costs_a_try_and_not_the_archive() {
    UUID id = UUID.randomUUID();
    WholeArchive.send(first, id, archive, 0);
    first.archives().unpack(id);
    await("it is at it").until(() -> count(ResourceType.POD, Labels.VERSION, id) == 1);

    deletePods(Labels.ARCHIVE + "=" + id);

    ArchiveObservation made = awaitMade(first, id);
    assertThat(made.state()).as(made.message()).isEqualTo(State.READY);
    awaitNothingBut(1, id);
  }

  @Test
  void one_whose_secret_is_deleted_is_unpacked_no_more() {
    UUID id = UUID.randomUUID();
    WholeArchive.send(first, id, archive, 0);
    cluster.scheduler().obstruct("Insufficient cpu");
    first.archives().unpack(id);
    await("it is at it").until(() -> count(ResourceType.POD, Labels.VERSION, id) == 1);

    cluster.objects().delete(ResourceType.SECRET, NAMESPACE, "archive-" + id, DeleteOptions.NONE);
    cluster.scheduler().obstruct("");

    awaitNothingBut(0, id);
    assertThat(first.archives().observe(id).receivedBytes()).isZero();
  }

  private static void deletePods(String label) {
    cluster
        .objects()
        .list(ResourceType.POD, NAMESPACE, Selector.parse(label, ""))
        .forEach(
            pod ->
                cluster
                    .objects()
                    .delete(
                        ResourceType.POD,
                        NAMESPACE,
                        pod.getAsJsonObject("metadata").get("name").getAsString(),
                        DeleteOptions.NONE));
  }

  @Test
  void of_two_servers_that_append_the_same_bytes_at_once_one_does() {
    UUID id = UUID.randomUUID();
    int half = archive.length / 2;
    WholeArchive.send(first, id, Arrays.copyOf(archive, half), 0);
    byte[] next = Arrays.copyOfRange(archive, half, half + 500_000);

    List<CompletableFuture<Boolean>> both =
        Stream.of(first, second).map(plane -> appending(plane, id, half, next)).toList();

    assertThat(both.stream().map(CompletableFuture::join)).containsExactlyInAnyOrder(true, false);
    assertThat(second.archives().observe(id).receivedBytes()).isEqualTo(half + next.length);
  }

  private static CompletableFuture<Boolean> appending(
      KubernetesDataPlane plane, UUID id, long offset, byte[] bytes) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            plane.archives().append(id, offset, bytes);
            return true;
          } catch (ArchiveRefusedException refused) {
            return false;
          }
        });
  }

  @Test
  void what_its_unpacking_waits_for_is_told_by_every_server() {
    UUID id = UUID.randomUUID();
    WholeArchive.send(first, id, archive, 0);
    cluster.scheduler().obstruct("Insufficient cpu");

    first.archives().unpack(id);

    await("it is told")
        .until(
            () -> second.archives().observe(id),
            seen -> seen.state() == State.UNPACKING && seen.message().contains("Insufficient cpu"));
    cluster.scheduler().obstruct("");
    assertThat(awaitMade(second, id).state()).isEqualTo(State.READY);
  }

  @Test
  void one_that_was_altered_is_refused_everywhere_and_can_be_sent_anew() {
    UUID id = UUID.randomUUID();
    byte[] altered = archive.clone();
    altered[altered.length - 300_000] ^= 1;
    WholeArchive.send(first, id, altered, 0);

    first.archives().unpack(id);

    ArchiveObservation refused = awaitMade(second, id);
    assertThat(refused.state()).isEqualTo(State.FAILED);
    assertThat(refused.message()).contains("export the snapshot again");
    assertThat(refused.receivedBytes()).isZero();
    awaitNothingBut(0, id);
    second.archives().unpack(id);
    assertThat(first.archives().observe(id)).isEqualTo(refused);
    WholeArchive.send(second, id, archive, 0);
    second.archives().unpack(id);
    ArchiveObservation made = awaitMade(first, id);
    assertThat(made.state()).as(made.message()).isEqualTo(State.READY);
  }

  @Test
  void what_begins_as_no_archive_leaves_nothing() {
    UUID id = UUID.randomUUID();
    byte[] other = "this is no archive, whatever it is".getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> first.archives().append(id, 0, other))
        .isInstanceOf(ArchiveRefusedException.class);

    assertThat(count(ResourceType.SECRET, Labels.ARCHIVE, id)).isZero();
  }

  @Test
  void more_bytes_than_were_told_are_refused() {
    UUID id = UUID.randomUUID();
    WholeArchive.send(first, id, archive, 0);
    byte[] piece = new byte[SnapshotArchives.MOST_BYTES];

    assertThatThrownBy(
            () -> {
              for (int sent = archive.length; ; sent += piece.length) {
                first.archives().append(id, sent, piece);
              }
            })
        .isInstanceOf(ArchiveRefusedException.class)
        .hasMessageContaining("larger than");
  }

  @Test
  void what_nobody_adds_to_for_a_day_goes() throws Exception {
    UUID id = UUID.randomUUID();
    WholeArchive.send(first, id, Arrays.copyOf(archive, 500_000), 0);
    first.inventory();
    assertThat(count(ResourceType.CLAIM, Labels.ARCHIVE, id)).isEqualTo(1);

    forget(id);
  }

  @Test
  void eight_are_brought_in_at_once_and_no_more_until_one_is_left_alone() throws Exception {
    List<UUID> eight = Stream.generate(UUID::randomUUID).limit(8).toList();
    byte[] begin = Arrays.copyOf(archive, 20);
    eight.forEach(id -> first.archives().append(id, 0, begin));
    await("both see them")
        .until(
            () ->
                eight.stream().allMatch(id -> count(ResourceType.SECRET, Labels.ARCHIVE, id) == 1));
    UUID ninth = UUID.randomUUID();

    assertThatThrownBy(() -> first.archives().append(ninth, 0, begin))
        .isInstanceOf(ArchiveRefusedException.class)
        .hasMessageContaining("8 archives");
    receivedAt(eight.get(3), Instant.now().minus(2, ChronoUnit.HOURS));
    await("there is room")
        .ignoreExceptions()
        .untilAsserted(() -> first.archives().append(ninth, 0, begin));

    await("the one that was left alone is gone")
        .until(() -> count(ResourceType.SECRET, Labels.ARCHIVE, eight.get(3)) == 0);
  }

  private static ArchiveObservation awaitMade(KubernetesDataPlane plane, UUID id) {
    return await("the archive is unpacked, or failed")
        .until(
            () -> plane.archives().observe(id),
            seen -> seen.state() == State.READY || seen.state() == State.FAILED);
  }

  private String valueOf(ArchiveObservation made) throws Exception {
    ObservedDatabases databases = new ObservedDatabases(first);
    DatabaseSpec clone =
        ObservedDatabases.of(
            new Origin.Version(new VersionRef(UUID.randomUUID(), "shop", 1, made.handle())));
    databases.awaitReady(clone);
    String value = PostgresValue.read(databases.login(clone));
    first.databases().remove(clone.id());
    return value;
  }

  private void remove(String handle) {
    VersionRef version = new VersionRef(UUID.randomUUID(), "shop", 1, handle);
    await("the version is gone").until(() -> first.versions().remove(version));
  }

  /** Makes the archive a day old and waits until it is removed. */
  private void forget(UUID id) {
    receivedAt(id, Instant.now().minus(25, ChronoUnit.HOURS));
    await("it is gone")
        .until(
            () -> {
              first.inventory();
              return count(ResourceType.SECRET, Labels.ARCHIVE, id)
                      + count(ResourceType.CLAIM, Labels.ARCHIVE, id)
                      + count(ResourceType.POD, Labels.ARCHIVE, id)
                  == 0;
            });
  }

  private static void receivedAt(UUID id, Instant time) {
    try {
      namespace.patchSecret(
          "archive-" + id,
          "{\"metadata\": {\"annotations\": {\"goldenrod.dev/received-at\": \"%s\"}}}"
              .formatted(time));
    } catch (ApiException gone) {
      assertThat(gone.getCode()).isEqualTo(404);
    }
  }

  /** Waits until only the versions are left of an archive. */
  private static void awaitNothingBut(int versions, UUID id) {
    await("nothing else is left")
        .untilAsserted(
            () -> {
              assertThat(count(ResourceType.SECRET, Labels.VERSION, id)).isEqualTo(versions);
              assertThat(count(ResourceType.SNAPSHOT_CONTENT, Labels.VERSION, id))
                  .isEqualTo(versions);
              assertThat(count(ResourceType.CLAIM, Labels.ARCHIVE, id)).isZero();
              assertThat(count(ResourceType.POD, Labels.ARCHIVE, id)).isZero();
              assertThat(count(ResourceType.VOLUME_SNAPSHOT, Labels.ARCHIVE, id)).isZero();
            });
  }

  private static int count(ResourceType type, String label, UUID id) {
    return world.count(type, label, id);
  }
}
