package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.preparation.FrozenVolumes;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Golden volumes that a power failure left under their temporary name. */
class UnnamedGoldensTest {
  private final UUID id = UUID.randomUUID();
  private final String staged = VolumeNames.staged(id);
  private final String golden = VolumeNames.golden(id);

  @TempDir Path folder;
  private ImportEnvironment machine;

  @BeforeEach
  void start() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    machine = new ImportEnvironment(folder.resolve("data"));
  }

  @AfterEach
  void stop() {
    machine.close();
  }

  @Test
  void a_golden_of_an_import_has_its_name_after_the_next_start() {
    frozen(staged);
    String unfrozen = VolumeNames.staged(UUID.randomUUID());
    machine.volumes.create(unfrozen);

    machine.open(machine.installations).close();

    assertThat(machine.volumes.list()).containsExactlyInAnyOrder(golden, unfrozen);
    assertThat(machine.versions.handles()).containsExactly(VolumeNames.handle(id));
  }

  @Test
  void a_golden_is_no_remains_of_its_import() {
    frozen(staged);

    machine.remove(id);

    assertThat(machine.volumes.list()).containsExactly(golden);
  }

  @Test
  void a_volume_that_was_frozen_is_not_made_again() {
    frozen("blank-staged");

    new FrozenVolumes(machine.context().preparation())
        .ensure(
            "blank",
            (name, folder) -> {
              throw new AssertionError("made again");
            });

    assertThat(machine.volumes.list()).containsExactly("blank");
  }

  private void frozen(String name) {
    machine.volumes.create(name);
    machine.volumes.freeze(name);
  }
}
