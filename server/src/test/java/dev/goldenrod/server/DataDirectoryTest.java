package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
  @TempDir private Path folder;

  @Test
  void a_new_one_is_for_its_owner_alone() throws IOException {
    DataDirectory.open(folder.resolve("data")).close();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("data"))))
        .isEqualTo("rwx------");
  }

  @Test
  void one_that_was_used_before_is_opened_again() {
    DataDirectory.open(folder.resolve("data")).close();

    DataDirectory.open(folder.resolve("data")).close();

    assertThat(DataDirectory.isOne(folder.resolve("data"))).isTrue();
  }

  @Test
  void a_folder_with_something_else_in_it_is_refused_and_left_alone() throws IOException {
    Path other = Files.writeString(folder.resolve("letter.txt"), "dear");

    assertThatThrownBy(() -> DataDirectory.open(folder))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(folder + " holds letter.txt");
    assertThat(Files.list(folder)).containsExactly(other);
  }

  @Test
  void a_purge_removes_what_is_ours_and_nothing_else() throws IOException {
    Path data = folder.resolve("data");
    try (DataDirectory directory = DataDirectory.open(data)) {
      directory.privateFolder("store");
      directory.writePrivate(AdminToken.FILE, "token");
    }
    Path other = Files.writeString(data.resolve("letter.txt"), "dear");

    PurgeCommand.remove(data);

    assertThat(Files.list(data)).containsExactly(other);
  }

  @Test
  void a_purge_of_a_whole_data_directory_removes_it() throws IOException {
    Path data = folder.resolve("data");
    try (DataDirectory directory = DataDirectory.open(data)) {
      directory.writePrivate(AdminToken.FILE, "token");
    }

    PurgeCommand.remove(data);

    assertThat(data).doesNotExist();
  }

  @Test
  void a_file_that_holds_a_secret_is_for_its_owner_alone() throws IOException {
    try (DataDirectory directory = DataDirectory.open(folder.resolve("data"))) {
      Path file = directory.writePrivate(AdminToken.FILE, "token");

      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      assertThat(file).hasContent("token");
    }
  }
}
