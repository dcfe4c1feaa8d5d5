package dev.goldenrod.dataplane.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.secret.SecretBinding;
import dev.goldenrod.dataplane.local.secret.SourceSecret;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataDirectoryTest {
  private static final int DAEMON = 1;

  /** The id of a group without a name on this machine, as on a container's volume. */
  private static final int NAMELESS = 2_111_111_111;

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
        .hasMessageContaining(folder + " contains letter.txt");
    assertThat(folder).isDirectoryNotContaining(entry -> !entry.equals(other));
  }

  @Test
  void a_file_is_refused_as_one_and_left_alone() throws IOException {
    Path file = Files.writeString(folder.resolve("letter.txt"), "dear");

    assertThatThrownBy(() -> DataDirectory.lock(file))
        .isInstanceOf(DataPlaneException.class)
        .hasMessage(
            file
                + " is a file, not a data directory of Goldenrod; choose an empty or new"
                + " directory");
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

  @Test
  void a_copy_has_the_same_id_but_resources_of_its_own() throws IOException {
    Path other = Files.createDirectory(folder.resolve("other"));
    try (DataDirectory directory = DataDirectory.lock(data())) {
      Files.copy(data().resolve("id"), other.resolve("id"));

      try (DataDirectory copy = DataDirectory.lock(other)) {
        assertThat(copy.id()).isEqualTo(directory.id());
        assertThat(copy.resourceOwner()).isNotEqualTo(directory.resourceOwner());
      }
    }
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
          .hasMessageContaining("is in use by another server")
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

  @Test
  void a_store_behind_a_link_is_not_opened() throws IOException {
    DataDirectory.lock(data()).close();
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.createSymbolicLink(data().resolve("store"), elsewhere);

    assertRefused(data().resolve("store") + " is a symbolic link or belongs to another user");
  }

  @Test
  void a_directory_below_one_that_all_can_write_to_is_not_used() throws IOException {
    Path open = Files.createDirectory(folder.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThatThrownBy(() -> DataDirectory.lock(open.resolve("data")))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining(open + " is writable by others");
    assertThat(open).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(ints = {0777, 01777, 02770})
  void ones_own_directory_is_closed_for_others(int mode) throws IOException {
    Files.createDirectory(data());
    Files.setAttribute(data(), "unix:mode", mode);

    DataDirectory.lock(data()).close();

    assertThat(Files.getPosixFilePermissions(data()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  @EnabledIf("isRoot")
  void what_another_user_made_is_not_read() throws IOException {
    DataDirectory.lock(data()).close();
    Path store = Files.createDirectory(data().resolve("store"));
    Path rows = Files.writeString(store.resolve("goldenrod.mv.db"), "made by daemon");
    for (Path others : List.of(rows, store, data().resolve("id"), data())) {
      Files.setAttribute(others, "unix:uid", DAEMON);
      assertRefused(others + " is a symbolic link or belongs to another user (id 1");
      Files.setAttribute(others, "unix:uid", 0);
    }
    Files.setAttribute(folder, "unix:uid", DAEMON);
    assertRefused(folder + " belongs to user id 1");
  }

  @Test
  @EnabledIf("isRoot")
  void a_folder_above_is_written_to_by_no_group_of_others() throws IOException {
    Files.setAttribute(folder, "unix:mode", 0775);
    Files.setAttribute(folder, "unix:gid", DAEMON);
    assertRefused(folder + " is writable by others");
    assertThat(folder).isEmptyDirectory();
    Files.setAttribute(folder, "unix:gid", NAMELESS);

    DataDirectory.lock(data()).close();
  }

  @Test
  @EnabledIf("isRoot")
  void another_users_link_leads_nowhere() throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), elsewhere);
    DataDirectory.lock(link.resolve("own/data")).close();
    Files.setAttribute(link, "unix:uid", DAEMON, LinkOption.NOFOLLOW_LINKS);

    for (Path data : List.of(link, link.resolve("own/data"), link.resolve("new/data"))) {
      assertThatThrownBy(() -> DataDirectory.lock(data))
          .isInstanceOf(DataPlaneException.class)
          .hasMessageContaining(link + " is a symbolic link of user id 1");
    }
    assertThat(elsewhere.resolve("new")).doesNotExist();
    Path over = Files.createSymbolicLink(folder.resolve("over"), link.resolve("own"));
    assertThatThrownBy(() -> DataDirectory.lock(over.resolve("data")))
        .hasMessageContaining(link + " is a symbolic link of user id 1");
  }

  @Test
  void what_is_in_ones_own_directory_is_closed_for_others() throws IOException {
    DataDirectory.lock(data()).close();
    Path store = Files.createDirectory(data().resolve("store"));
    Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rwxrwxrwx"));

    DataDirectory.lock(data()).close();

    assertThat(Files.getPosixFilePermissions(store))
        .isEqualTo(PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void assertRefused(String message) {
    assertThatThrownBy(() -> DataDirectory.lock(data()))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining(message);
    assertThatThrownBy(() -> DataDirectory.secretsIn(data()))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining(message);
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private Path data() {
    return folder.resolve("data");
  }
}
