package dev.goldenrod.server.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.member.Org;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.storage.jdbi.JdbiStore;
import dev.goldenrod.storage.jdbi.StoreContents;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

class BackupTest {
  private static final int DAEMON = 1;

  @TempDir private Path folder;
  private Path data;
  private Path backup;

  @BeforeEach
  void make() throws IOException {
    data = folder.resolve("data");
    backup = folder.resolve("backup");
    try (DataDirectory directory = DataDirectory.lock(data);
        JdbiStore store = JdbiStore.h2(directory.store())) {
      store.useTransaction(
          tx -> tx.orgs().insert(new Org(UUID.randomUUID(), "first", Instant.EPOCH)));
    }
    Files.createDirectories(data.resolve("secrets/shop"));
    Files.writeString(data.resolve("secrets/shop/password"), "s3cret");
    Files.writeString(data.resolve("admin-token"), "token");
    Files.createDirectories(data.resolve("local/volumes"));
    Files.writeString(data.resolve("local/volumes/rows"), "rows");
  }

  private StoreContents back() {
    return Backup.write(
        backup, new ServerStoreDumper(data, Optional.empty()), Optional.of(data), "1.2.3");
  }

  private StoreContents restore(Path into, boolean replacing) {
    try (DataDirectory directory = DataDirectory.lock(into)) {
      return BackupFolder.verified(backup).restoreInto(directory, Optional.empty(), replacing);
    }
  }

  private static Optional<Org> first(Path data) {
    try (DataDirectory directory = DataDirectory.lock(data);
        JdbiStore store = JdbiStore.h2(directory.store())) {
      return store.inTransaction(tx -> tx.orgs().findByName("first"));
    }
  }

  private List<String> files() throws IOException {
    try (Stream<Path> tree = Files.walk(backup)) {
      return tree.filter(Files::isRegularFile)
          .map(file -> backup.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void a_backup_has_the_store_and_what_belongs_with_it_for_its_owner_alone() throws IOException {
    assertThat(back().rows()).containsEntry("orgs", 1L);

    assertThat(files())
        .containsExactly(
            "data/admin-token",
            "data/id",
            "data/secrets/shop/password",
            "manifest.json",
            "store.jsonl");
    try (Stream<Path> tree = Files.walk(backup)) {
      assertThat(tree)
          .allSatisfy(
              path ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                      .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------"));
    }
  }

  @Test
  void what_was_backed_up_is_restored_into_a_new_directory() throws IOException {
    back();
    Path other = folder.resolve("other");

    restore(other, false);

    assertThat(Files.readString(other.resolve("secrets/shop/password"))).isEqualTo("s3cret");
    assertThat(other.resolve("id")).hasSameTextualContentAs(data.resolve("id"));
    assertThat(first(other)).isPresent();
    assertThat(other.resolve("local")).doesNotExist();
  }

  @Test
  void what_is_there_is_given_up_only_if_that_is_asked_for() throws IOException {
    back();
    assertThatThrownBy(() -> restore(data, false)).hasMessageContaining("--replace");
    Files.delete(data.resolve("store/goldenrod.mv.db"));
    Files.writeString(data.resolve("admin-token"), "another");
    assertThatThrownBy(() -> restore(data, false))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("admin-token")
        .hasMessageContaining("--replace");

    restore(data, true);

    assertThat(Files.readString(data.resolve("admin-token"))).isEqualTo("token");
    assertThat(first(data)).isPresent();
    assertThat(data.resolve("local/volumes/rows")).exists();
  }

  @Test
  void the_admin_token_of_a_store_that_is_given_up_goes_with_it() throws IOException {
    Files.delete(data.resolve("admin-token"));
    back();
    Files.writeString(data.resolve("admin-token"), "of another store");

    restore(data, true);

    assertThat(data.resolve("admin-token")).doesNotExist();
  }

  @Test
  void restoring_again_after_a_kill_goes_on() throws IOException {
    back();
    Path other = folder.resolve("other");
    DataDirectory.lock(other).close();
    Files.copy(backup.resolve("data/admin-token"), other.resolve("admin-token"));

    restore(other, false);

    assertThat(first(other)).isPresent();
  }

  @Test
  void a_folder_that_is_there_is_no_place_for_a_backup() throws IOException {
    back();
    List<String> before = files();

    assertThatThrownBy(this::back).hasMessageContaining("already exists");

    assertThat(files()).isEqualTo(before);
  }

  @Test
  void a_backup_that_fails_leaves_nothing() throws IOException {
    ServerStoreDumper none = new ServerStoreDumper(folder.resolve("none"), Optional.empty());

    assertThatThrownBy(() -> Backup.write(backup, none, Optional.empty(), "1"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("is not a data directory");

    assertThat(siblings()).containsExactly(data);
  }

  @Test
  void a_backup_that_a_signal_ends_leaves_nothing() throws Exception {
    Process writing =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                StalledBackup.class.getName(),
                backup.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(writing.getInputStream().read()).isEqualTo('+');
    assertThat(siblings()).hasSize(2);

    writing.destroy();

    assertThat(writing.onExit().get(8, TimeUnit.MINUTES).exitValue()).isNotZero();
    assertThat(siblings()).containsExactly(data);
  }

  /** A process that never finishes its backup. */
  static final class StalledBackup {
    private StalledBackup() {}

    public static void main(String[] arguments) {
      Backup.write(Path.of(arguments[0]), StalledBackup::stall, Optional.empty(), "1");
    }

    private static StoreContents stall(OutputStream out) {
      System.out.print('+');
      System.out.flush();
      LockSupport.parkNanos(TimeUnit.HOURS.toNanos(1));
      throw new StoreException("the test did not end the process");
    }
  }

  private List<Path> siblings() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.toList();
    }
  }

  @Test
  void a_backup_that_is_damaged_unfinished_or_newer_is_refused() throws IOException {
    back();
    Path manifest = backup.resolve("manifest.json");
    String whole = Files.readString(manifest);
    Files.writeString(
        manifest, whole.replaceFirst("\"schema_version\" : \\d+", "\"schema_version\" : 9999"));
    assertThatThrownBy(() -> BackupFolder.verified(backup))
        .hasMessageContaining("release 1.2.3")
        .hasMessageContaining("9999");
    Files.writeString(manifest, whole);
    Files.writeString(backup.resolve("data/secrets/shop/password"), "other");
    assertThatThrownBy(() -> BackupFolder.verified(backup)).hasMessageContaining("is damaged");
    Files.delete(manifest);
    assertThatThrownBy(() -> BackupFolder.verified(backup))
        .hasMessageContaining("is not a complete backup");
  }

  @Test
  void a_backup_that_lacks_a_file_or_names_one_elsewhere_is_refused() throws IOException {
    back();
    Files.copy(backup.resolve("data/id"), folder.resolve("id"));
    Path manifest = backup.resolve("manifest.json");
    String whole = Files.readString(manifest);
    Files.writeString(manifest, whole.replace("data/id", "data/../../id"));
    assertThatThrownBy(() -> BackupFolder.verified(backup))
        .hasMessageContaining("lacks data/../../id");
    Files.writeString(manifest, whole);
    Files.delete(backup.resolve("data/id"));
    assertThatThrownBy(() -> BackupFolder.verified(backup)).hasMessageContaining("lacks data/id");
  }

  @Test
  @EnabledIf("isRoot")
  void the_socket_in_another_users_directory_is_not_asked() throws IOException {
    try (DataDirectory directory = DataDirectory.lock(data);
        JdbiStore store = JdbiStore.h2(directory.store());
        MaintenanceSocket socket = MaintenanceSocket.listen(DataDirectory.socket(data), store)) {
      assertThat(socket).isNotNull();
      Files.setAttribute(data, "unix:uid", DAEMON);

      assertThatThrownBy(this::back)
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("belongs to another user");
    }
    assertThat(backup).doesNotExist();
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  @Test
  void a_running_server_gives_its_store_through_its_socket() {
    try (DataDirectory directory = DataDirectory.lock(data);
        JdbiStore store = JdbiStore.h2(directory.store());
        MaintenanceSocket socket = MaintenanceSocket.listen(DataDirectory.socket(data), store)) {
      assertThat(socket).isNotNull();
      assertThat(back().rows()).containsEntry("orgs", 1L);
    }
    assertThat(DataDirectory.socket(data)).doesNotExist();
  }

  @Test
  void a_server_that_gives_half_a_store_gives_none() {
    try (DataDirectory directory = DataDirectory.lock(data);
        MaintenanceSocket socket =
            MaintenanceSocket.listen(
                DataDirectory.socket(data),
                out -> {
                  throw new StoreException("the store is away");
                })) {
      assertThat(socket).isNotNull();
      assertThat(directory.path()).exists();
      assertThatThrownBy(this::back).hasMessageContaining("ends early");
    }
    assertThat(backup).doesNotExist();
  }
}
