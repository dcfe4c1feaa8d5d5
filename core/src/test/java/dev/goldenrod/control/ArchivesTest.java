package dev.goldenrod.control;

import static dev.goldenrod.control.ControlFixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.control.Snapshots.Take;
import dev.goldenrod.database.ArchiveObservation.State;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.port.SnapshotArchives;
import dev.goldenrod.testing.FakeDataPlane;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Permissions and auditing of snapshot exports and archive imports. */
class ArchivesTest {
  private static final UUID ID = UUID.fromString("3d4f0a52-4b0c-4f4b-8d57-0e2f8f0f6a01");

  private final ControlFixture fixture = new ControlFixture();
  private final Archives archives = fixture.control.archives();
  private Actor ann;
  private UUID snapshot;

  @BeforeEach
  void take_a_snapshot() {
    ann = fixture.member("ann@example.com", Role.USER);
    fixture
        .control
        .databases()
        .create(
            ann,
            new Databases.Create("shop", DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT));
    fixture.settle();
    snapshot = fixture.control.snapshots().take(ann, "shop", new Take("monday", "")).id();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void the_owner_alone_exports_and_admins_alone_import() throws Exception {
    fixture.settle();
    Actor operator = fixture.member("op@example.com", Role.OPERATOR);

    assertRefused(ErrorCode.FORBIDDEN, () -> archives.read(fixture.admin, snapshot, 0));
    assertRefused(ErrorCode.FORBIDDEN, () -> archives.read(operator, snapshot, 1));
    assertRefused(ErrorCode.FORBIDDEN, () -> archives.find(operator, "", ID));
    assertRefused(ErrorCode.FORBIDDEN, () -> archives.append(operator, "", ID, 0, whole()));
    assertRefused(ErrorCode.FORBIDDEN, () -> archives.register(operator, "", ID, "shop"));
    assertThat(archives.find(fixture.admin, "", ID).archive().receivedBytes()).isZero();
  }

  @Test
  void an_archive_becomes_one_version_and_each_way_is_audited() throws Exception {
    fixture.settle();
    archives.append(fixture.admin, "", ID, 0, whole());

    assertThat(archives.find(fixture.admin, "", ID).version()).isEmpty();

    Goldens.RegisteredVersion made = register("shop");

    assertThat(register("shop")).isEqualTo(made);
    assertThat(archives.find(fixture.admin, "", ID).version()).contains(made);
    assertThatThrownBy(() -> register("other"))
        .hasMessageContaining("the archive is already version 1 of golden 'shop'");
    assertThat(fixture.control.goldens().list(fixture.admin)).hasSize(1);
    assertThat(fixture.control.goldens().versions(fixture.admin, made.goldenId())).hasSize(1);
    assertThat(actions())
        .containsOnlyOnce("snapshot.exported", "archive.upload.started", "golden.version.imported");
  }

  @Test
  void an_export_is_audited_once_an_hour_for_each_reader_whatever_the_part() {
    fixture.settle();
    assertThatThrownBy(() -> archives.read(ann, snapshot, 7)).isNotNull();
    assertThat(actions()).containsOnlyOnce("snapshot.exported");

    archives.read(ann, snapshot, 0);
    assertThat(actions()).containsOnlyOnce("snapshot.exported");

    fixture.clock.advance(Duration.ofHours(1));
    archives.read(ann, snapshot, 0);
    assertThat(actions()).filteredOn("snapshot.exported"::equals).hasSize(2);
  }

  @Test
  void a_member_reads_two_parts_at_once_and_leaves_the_others_to_members() {
    fixture.settle();
    fixture.dataPlane.delayAnswers(Duration.ofMillis(300));

    List<CompletableFuture<String>> reads =
        Stream.generate(
                () ->
                    CompletableFuture.supplyAsync(
                            () -> archives.read(ann, snapshot, 0),
                            task -> new Thread(task, "read").start())
                        .handle((part, refusal) -> refusal == null ? "" : refusal.getMessage()))
            .limit(6)
            .toList();

    assertThat(reads)
        .extracting(CompletableFuture::join)
        .contains("")
        .anyMatch(refusal -> refusal.contains("at most 2 parts of archives at the same time"));
    fixture.dataPlane.delayAnswers(Duration.ZERO);
    assertThat(archives.read(ann, snapshot, 0).bytes()).isNotEmpty();
  }

  @Test
  void an_archive_that_is_brought_to_two_clusters_is_a_version_in_each() throws Exception {
    fixture.settle();
    Clusters.Created edge = fixture.control.clusters().create(fixture.admin, "edge");
    byte[] whole = whole();
    try (FakeDataPlane far = new FakeDataPlane("far")) {
      fixture.control.agents().attach(edge.cluster(), far);
      archives.append(fixture.admin, "", ID, 0, whole);
      archives.append(fixture.admin, "edge", ID, 0, whole);

      Goldens.RegisteredVersion here = register("shop");
      Goldens.RegisteredVersion there =
          archives.register(fixture.admin, "edge", ID, "shop").version().orElseThrow();

      assertThat(there).isEqualTo(new Goldens.RegisteredVersion(here.goldenId(), 2));
      assertThat(fixture.control.goldens().versions(fixture.admin, here.goldenId()))
          .extracting(GoldenVersion::clusterId)
          .contains(edge.cluster().id())
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void what_is_no_archive_becomes_nothing() {
    archives.append(fixture.admin, "", ID, 0, new byte[] {1, 2, 3});

    assertThat(archives.register(fixture.admin, "", ID, "shop").archive().state())
        .isEqualTo(State.FAILED);
    assertRefused(
        ErrorCode.INVALID_INPUT, () -> archives.register(fixture.admin, "", ID, "No Name"));
    assertThat(fixture.control.goldens().list(fixture.admin)).isEmpty();
  }

  @Test
  void a_snapshot_that_is_not_ready_is_not_exported() {
    assertRefused(ErrorCode.CONFLICT_BECAUSE, () -> archives.read(ann, snapshot, 0));
  }

  @Test
  void no_archive_is_begun_where_the_storage_is_exhausted() {
    fixture.dataPlane.exhaustStorage(true);

    assertRefused(
        ErrorCode.STORAGE_EXHAUSTED, () -> archives.append(fixture.admin, "", ID, 0, new byte[1]));
  }

  @Test
  void a_data_plane_that_is_too_busy_is_no_refusal_for_good() {
    fixture.settle();
    fixture.dataPlane.lose("too many snapshots are being exported");

    assertThatThrownBy(() -> archives.read(ann, snapshot, 0))
        .isInstanceOfSatisfying(
            ControlPlaneException.class,
            refused -> assertThat(refused.code()).isEqualTo(ErrorCode.DATA_PLANE_UNREACHABLE))
        .hasMessageContaining("too many snapshots are being exported");
  }

  @Test
  void a_data_plane_without_archives_names_the_way_out() {
    assertThatThrownBy(() -> SnapshotArchives.NONE.read(snapshot, 0))
        .hasMessageContaining("pg_dump");
    assertThatThrownBy(() -> SnapshotArchives.NONE.append(ID, 0, new byte[1]))
        .hasMessageContaining("import the database as a source");
    assertThatThrownBy(() -> SnapshotArchives.NONE.observe(ID)).hasMessageContaining("no archives");
    assertThatThrownBy(() -> SnapshotArchives.NONE.unpack(ID)).hasMessageContaining("no archives");
  }

  private Goldens.RegisteredVersion register(String golden) {
    return archives.register(fixture.admin, "", ID, golden).version().orElseThrow();
  }

  private List<String> actions() {
    return fixture.control.auditLog().list(fixture.admin, 100, null).stream()
        .map(AuditEvent::action)
        .toList();
  }

  private byte[] whole() throws Exception {
    return ArchiveBytes.whole(archives, ann, snapshot);
  }
}
