package dev.goldenrod.dataplane.local.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.snapshot.SnapshotFacts;
import dev.goldenrod.port.SnapshotObservation;
import dev.goldenrod.port.SnapshotObservation.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots that a power failure left under their temporary name. */
class UnnamedSnapshotsTest {
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
  void one_that_was_frozen_is_ready_and_one_that_was_not_is_unfinished() {
    UUID frozen = UUID.randomUUID();
    UUID begun = UUID.randomUUID();
    String taking = "taking-snapshot-" + frozen;
    new SnapshotFacts("hunter2", 12345, null, null).write(new DataVolume(fixture.copy(taking)));
    fixture.volumes().freeze(taking);
    fixture.copy("taking-snapshot-" + begun);

    fixture.restart();

    assertThat(fixture.databases().snapshots().observe(frozen))
        .isEqualTo(new SnapshotObservation(State.READY, 12345, ""));
    assertThat(fixture.databases().snapshots().observe(begun))
        .isEqualTo(SnapshotObservation.absent());
    assertThat(fixture.databases().snapshots().ids()).contains(frozen, begun);
  }
}
