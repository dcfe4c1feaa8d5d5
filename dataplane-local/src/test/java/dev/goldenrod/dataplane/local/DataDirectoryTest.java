package dev.goldenrod.dataplane.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.secret.SecretBinding;
import dev.goldenrod.dataplane.local.secret.SourceSecret;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
  @TempDir private Path folder;

  @Test
  void a_new_one_is_for_its_owner_alone() throws IOException {
    DataDirectory.lock(data()).close();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data())))
        .isEqualTo("rwx------");
  }

  @Test
  void one_that_was_used_before_is_the_same_again() {
    String id = DataDirectory.ensure(data());

    try (DataDirectory directory = DataDirectory.lock(data())) {
      assertThat(directory.id()).isEqualTo(id);
      assertThat(DataDirectory.ensure(data())).isEqualTo(id);
    }
  }

  @Test
  void a_folder_with_something_else_in_it_is_refused_and_left_alone() throws IOException {
    Path other = Files.writeString(folder.resolve("letter.txt"), "dear");

    assertThatThrownBy(() -> DataDirectory.lock(folder))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining(folder + " holds letter.txt");
    assertThat(folder).isDirectoryNotContaining(entry -> !entry.equals(other));
  }

  @Test
  void a_file_is_refused_as_one_and_left_alone() throws IOException {
    Path file = Files.writeString(folder.resolve("letter.txt"), "dear");

    assertThatThrownBy(() -> DataDirectory.lock(file))
        .isInstanceOf(DataPlaneException.class)
        .hasMessage(
            file
                + " is a file, so it is no data directory of Goldenrod; choose an empty or a new"
                + " one");
    assertThat(file).hasContent("dear");
  }

  @Test
  void a_purge_removes_what_is_ours_and_nothing_else() throws IOException {
    try (DataDirectory directory = DataDirectory.lock(data())) {
      Files.createDirectory(directory.store().getParent());
      Files.writeString(directory.store(), "rows");
      Files.writeString(directory.adminToken(), "token");
    }
    Files.writeString(data().resolve(".5.new"), "what a kill left");
    Path other = Files.writeString(data().resolve(".letter.new"), "dear");

    LocalDataPlane.purge(data());

    assertThat(data()).isDirectoryNotContaining(entry -> !entry.equals(other));
    assertThat(other).hasContent("dear");
  }

  @Test
  void a_purge_takes_what_was_made_without_a_server() {
    LocalEngines.open(data(), null);
    DataDirectory.secretsIn(data()).put("shop", null, "secret");

    LocalDataPlane.purge(data());

    assertThat(data()).doesNotExist();
  }

  @Test
  void a_program_and_a_command_beside_it_have_the_same_secrets() {
    SourceSecret bound = new SourceSecret("app", "hush", new SecretBinding("db.example", "shop"));
    try (DataDirectory directory = DataDirectory.lock(data())) {
      directory.secrets().put("shop", bound);
      DataDirectory.secretsIn(data()).put("other", null, "beside");

      assertThat(DataDirectory.secretsIn(data()).read("shop")).isEqualTo(bound);
      assertThat(directory.secrets().read("other").password()).isEqualTo("beside");
    }
  }

  @Test
  void who_holds_it_has_one_name_and_another_directory_another() {
    String name = serverName(data());

    assertThat(serverName(data())).isEqualTo(name);
    assertThat(serverName(folder.resolve("other"))).isNotEqualTo(name);
  }

  private static String serverName(Path folder) {
    try (DataDirectory directory = DataDirectory.lock(folder)) {
      return directory.serverName();
    }
  }

  @Tag("slow")
  @Test
  void a_directory_that_is_held_already_is_left_to_its_holder() {
    try (DataDirectory directory = DataDirectory.lock(data())) {
      LocalOptions options = LocalOptions.builder(directory).volumes("copy").build();
      try (LocalDataPlane plane = LocalDataPlane.open(options)) {
        assertThat(plane.identity()).isEqualTo(directory.id());
      }
      assertThatThrownBy(() -> LocalDataPlane.purge(data()))
          .isInstanceOf(DataPlaneException.class)
          .hasMessageContaining("is held by another server")
          .hasMessageContaining("'goldenrod down --data-dir " + data() + "'");
    }
    LocalDataPlane.purge(data());

    assertThat(data()).doesNotExist();
  }

  @Test
  void a_directory_that_another_process_is_just_making_is_waited_for() throws Exception {
    CompletableFuture<String> made;
    try (DataDirectory maker = DataDirectory.lock(data())) {
      Files.delete(maker.path().resolve("id"));
      made = CompletableFuture.supplyAsync(() -> DataDirectory.ensure(data()));
      assertThatThrownBy(() -> made.get(100, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
    }

    assertThat(made.get(1, TimeUnit.MINUTES)).isEqualTo(DataDirectory.ensure(data()));
  }

  private Path data() {
    return folder.resolve("data");
  }
}
