package dev.goldenrod.testkit.dataplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.database.ArchiveObservation;
import dev.goldenrod.database.ArchiveObservation.State;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.SnapshotObservation;
import dev.goldenrod.port.VersionRef;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Contract of the export and import of archives, nested by adapters that support archives. */
public abstract class DataPlaneContractArchives extends DataPlaneContractPart {
  @Test
  void an_archive_has_the_same_parts_each_time_also_after_a_restart() throws Exception {
    DatabaseSpec database = readyClone();
    UUID snapshot = snapshotOf(database);
    byte[] before = parts(snapshot);

    restart();

    assertThat(parts(snapshot)).isEqualTo(before);
    assertThatThrownBy(() -> plane.archives().read(snapshot, 100_000))
        .isInstanceOf(ArchiveRefusedException.class);
    assertThatThrownBy(() -> plane.archives().read(UUID.randomUUID(), 0))
        .isInstanceOf(ArchiveRefusedException.class);
  }

  @Tag("slow")
  @Test
  void what_is_received_over_a_restart_in_order_alone_has_what_the_database_held()
      throws Exception {
    DatabaseSpec database = readyClone();
    write(login(database), "kept");
    byte[] archive = archiveOf(database);
    write(login(database), "later");
    UUID id = UUID.randomUUID();
    byte[] begin = Arrays.copyOf(archive, 20);

    plane.archives().append(id, 0, begin);
    restart();

    assertThat(plane.archives().observe(id)).isEqualTo(ArchiveObservation.receiving(20));
    assertThatThrownBy(() -> plane.archives().append(id, 0, begin))
        .isInstanceOf(ArchiveRefusedException.class)
        .hasMessageContaining("20");
    WholeArchive.send(plane, id, archive, 20);
    ArchiveObservation made = awaitUnpacked(id);
    assertThat(made.state()).as(made.message()).isEqualTo(State.READY);
    assertThat(made.sizeBytes()).isPositive();
    assertThat(plane.inventory().handles()).contains(made.handle());
    plane.archives().unpack(id);
    assertThat(plane.archives().observe(id).state()).isEqualTo(State.READY);
    DatabaseSpec clone = cloneOf(new VersionRef(UUID.randomUUID(), "shop", 1, made.handle()));
    ensureReady(clone);
    assertThat(read(login(clone))).isEqualTo("kept");
  }

  @Tag("slow")
  @Test
  void a_part_or_an_altered_one_is_not_taken_for_whole() throws Exception {
    byte[] archive = archiveOf(readyClone());
    byte[] altered = archive.clone();
    // One bit may decompress to the same content, as in the distance of a repetition of zeros.
    for (int i = 0; i < 64; i++) {
      altered[altered.length / 2 + i] ^= (byte) 0xff;
    }

    UUID id = UUID.randomUUID();
    ArchiveObservation cut = unpacked(id, Arrays.copyOf(archive, archive.length - 1));
    ArchiveObservation other = unpacked(UUID.randomUUID(), altered);
    ArchiveObservation nothing = awaitUnpacked(UUID.randomUUID());

    assertThat(cut.state()).isEqualTo(State.FAILED);
    assertThat(cut.message()).isNotEmpty();
    assertThat(awaitUnpacked(id)).as("asked again").isEqualTo(cut);
    assertThat(other.state()).isEqualTo(State.FAILED);
    assertThat(nothing.state()).isEqualTo(State.FAILED);
  }

  private ArchiveObservation unpacked(UUID id, byte[] archive) {
    WholeArchive.send(plane, id, archive, 0);
    return awaitUnpacked(id);
  }

  private ArchiveObservation awaitUnpacked(UUID id) {
    plane.archives().unpack(id);
    return await("the archive is unpacked, or failed")
        .until(
            () -> plane.archives().observe(id),
            seen -> seen.state() == State.READY || seen.state() == State.FAILED);
  }

  private UUID snapshotOf(DatabaseSpec database) {
    UUID id = UUID.randomUUID();
    plane.snapshots().ensure(id, database.id());
    await("snapshot is READY")
        .until(
            () -> plane.snapshots().observe(id),
            seen -> seen.state() == SnapshotObservation.State.READY);
    return id;
  }

  private byte[] archiveOf(DatabaseSpec database) {
    return WholeArchive.of(plane, snapshotOf(database));
  }

  private byte[] parts(UUID snapshot) {
    return WholeArchive.parts(plane, snapshot);
  }
}
