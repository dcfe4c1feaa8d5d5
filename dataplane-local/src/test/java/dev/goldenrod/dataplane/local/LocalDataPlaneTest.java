package dev.goldenrod.dataplane.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.cluster.DataPlaneRelease;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalDataPlaneTest {
  @TempDir Path folder;

  @AfterEach
  void take_all_away() {
    LocalDataPlane.purge(dataDir());
  }

  @Test
  void the_identity_is_the_data_directory_s_for_life() {
    String identity;
    try (LocalDataPlane first = open()) {
      identity = first.identity();
    }
    try (LocalDataPlane second = open()) {
      assertThat(second.identity()).isEqualTo(identity);
      assertThat(second.displayName()).startsWith("local-");
      assertThat(second.release()).isEqualTo(DataPlaneRelease.LOCAL);
    }
  }

  @Test
  void a_second_server_on_the_same_directory_is_refused_with_the_holder_s_process_number() {
    try (LocalDataPlane first = open()) {
      assertThatThrownBy(this::open)
          .isInstanceOf(DataPlaneException.class)
          .hasMessageContaining(dataDir().toString())
          .hasMessageContaining("process " + ProcessHandle.current().pid());
      assertThat(first.inventory().databases()).isEmpty();
    }
  }

  @Test
  void a_directory_in_use_is_not_purged() {
    try (LocalDataPlane first = open()) {
      assertThatThrownBy(() -> LocalDataPlane.purge(dataDir()))
          .isInstanceOf(DataPlaneException.class)
          .hasMessageContaining("is in use by another server");
      assertThat(dataDir()).isDirectoryContaining(path -> path.endsWith("id"));
      assertThat(first.inventory().databases()).isEmpty();
    }
  }

  @Test
  void a_purged_directory_is_gone() {
    open().close();

    LocalDataPlane.purge(dataDir());

    assertThat(dataDir()).doesNotExist();
  }

  @Test
  void purging_nothing_is_fine() {
    LocalDataPlane.purge(dataDir());

    assertThat(dataDir()).doesNotExist();
  }

  @Test
  void a_folder_of_somebody_s_own_is_not_purged() throws IOException {
    Path note = Files.writeString(folder.resolve("note"), "mine");

    assertThatThrownBy(() -> LocalDataPlane.purge(folder))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining(folder + " is not a data directory");
    assertThat(note).hasContent("mine");
  }

  @Test
  void a_folder_that_holds_somebody_s_files_does_not_become_a_data_directory() throws IOException {
    Path note = Files.writeString(folder.resolve("note"), "mine");

    assertThatThrownBy(() -> LocalDataPlane.open(LocalOptions.of(folder)))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining(folder + " contains note");
    assertThat(folder).isDirectoryNotContaining(entry -> !entry.equals(note));
  }

  @Test
  void the_mount_point_of_a_fresh_file_system_can_be_a_data_directory() throws IOException {
    Files.createDirectories(dataDir().resolve("lost+found"));

    open().close();

    LocalDataPlane.purge(dataDir());
    Path recovered = dataDir().resolve("lost+found");
    assertThat(recovered).isDirectory();
    Files.delete(recovered);
    Files.delete(dataDir());
  }

  @Test
  void what_somebody_put_into_a_data_directory_outlives_its_purge() throws IOException {
    open().close();
    Path note = Files.writeString(dataDir().resolve("note"), "mine");

    LocalDataPlane.purge(dataDir());

    assertThat(dataDir()).isDirectoryNotContaining(entry -> !entry.equals(note));
    assertThat(note).hasContent("mine");
    Files.delete(note);
    Files.delete(dataDir());
  }

  @Test
  void nobody_else_can_list_the_directory() throws IOException {
    open().close();

    Set<PosixFilePermission> mode = Files.getPosixFilePermissions(dataDir());
    assertThat(PosixFilePermissions.toString(mode)).isIn("rwx------", "rwx--x--x");
  }

  @Test
  void a_closed_data_plane_refuses_to_answer() {
    LocalDataPlane plane = open();
    plane.close();

    assertThatThrownBy(() -> plane.databases().observe(UUID.randomUUID()))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("is closed");
  }

  private LocalDataPlane open() {
    return LocalDataPlane.open(LocalOptions.of(dataDir()));
  }

  private Path dataDir() {
    return folder.resolve("data");
  }
}
