package dev.goldenrod.dataplane.local.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.CapturedLog;
import dev.goldenrod.port.DatabaseSnapshots;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.SnapshotObservation.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Databases whose volume was damaged by a power failure. */
@EnabledIf("dev.goldenrod.dataplane.local.volume.HostileVolumesTest#isRoot")
class DamagedVolumesTest {
  @TempDir Path temporary;
  private DatabaseFixture fixture;

  @BeforeEach
  void make_the_golden() throws IOException {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwx--x--x"));
    fixture = new DatabaseFixture(temporary.resolve("data"));
  }

  @AfterEach
  void take_all_away() {
    fixture.close();
  }

  @Test
  void one_says_so_costs_no_other_and_runs_again_when_it_is_mended() throws Exception {
    DatabaseSpec damaged = DatabaseFixture.spec();
    DatabaseSpec other = DatabaseFixture.spec();
    fixture.ready(damaged);
    fixture.ready(other);
    fixture.execute(damaged, "CREATE TABLE kept AS SELECT 1 AS n");
    fixture.databases().ensure(damaged.stopped());
    fixture.await(damaged, DatabaseState.STOPPED);
    Path list =
        fixture.root().volumes().resolve("clone-%s-g0".formatted(damaged.id())).resolve("layers");
    String whole = Files.readString(list);
    Files.writeString(list, "");

    String log =
        CapturedLog.of(
            () -> {
              fixture.restart();
              fixture.databases().ensure(damaged);
              assertThat(fixture.await(damaged, DatabaseState.BLOCKED).message())
                  .contains("the list of layers " + list + " is damaged: it is empty");
              fixture.await(other, DatabaseState.READY);
            });

    assertThat(log).doesNotContain("\tat ");
    Files.writeString(list, whole);
    fixture.await(damaged, DatabaseState.READY);
    assertThat(fixture.query(damaged, "SELECT n FROM kept")).isEqualTo("1");
  }

  @Tag("slow")
  @Test
  void a_snapshot_says_so_until_it_is_mended() throws Exception {
    DatabaseSpec of = DatabaseFixture.spec();
    fixture.ready(of);
    UUID id = UUID.randomUUID();
    DatabaseSnapshots snapshots = fixture.databases().snapshots();
    snapshots.ensure(id, of.id());
    DatabaseFixture.await("taken").until(() -> snapshots.observe(id).state() == State.READY);
    Path list = fixture.root().volumes().resolve("snapshot-" + id).resolve("layers");
    String whole = Files.readString(list);

    Files.writeString(list, "");
    assertThat(fixture.databases().snapshots().damaged().get(id))
        .contains("the list of layers " + list + " is damaged: it is empty");

    Files.writeString(list, whole);
    assertThat(fixture.databases().snapshots().damaged()).isEmpty();
  }

  @Tag("slow")
  @Test
  void one_can_be_removed() throws Exception {
    DatabaseSpec damaged = DatabaseFixture.spec();
    Path entry = damage(damaged);

    fixture.removed(damaged);

    assertThat(entry).doesNotExist();
  }

  @Tag("slow")
  @Test
  void one_is_made_anew_by_a_reset() throws Exception {
    DatabaseSpec damaged = DatabaseFixture.spec();
    Path entry = damage(damaged);

    fixture.ready(damaged.atGeneration(1));

    assertThat(entry).doesNotExist();
  }

  /** Damages the volume of a clone that is stopped, and starts the data plane again. */
  private Path damage(DatabaseSpec clone) throws IOException {
    fixture.ready(clone);
    fixture.databases().ensure(clone.stopped());
    fixture.await(clone, DatabaseState.STOPPED);
    Path entry = fixture.root().volumes().resolve("clone-%s-g0".formatted(clone.id()));
    Files.writeString(entry.resolve("layers"), "");
    fixture.restart();
    return entry;
  }
}
