package dev.goldenrod.storage.jdbi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.member.Org;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class H2FileTest {
  @TempDir Path folder;

  @Test
  void a_file_that_was_closed_is_opened_as_it_is() throws Exception {
    Path file = folder.resolve("store");
    JdbiStore.h2(file).close();
    Object before = Files.readAttributes(database(file), "unix:ino").get("ino");

    JdbiStore.h2(file).close();

    assertThat(Files.readAttributes(database(file), "unix:ino").get("ino")).isEqualTo(before);
  }

  @Test
  void a_file_that_does_not_lead_to_what_was_committed_last_is_not_taken_for_closed()
      throws IOException {
    Path file = folder.resolve("store");
    JdbiStore.h2(file).close();
    Path closed = Path.of(file + ".closed");
    assertThat(closed).exists();
    H2Recovery recovery = new H2Recovery(file, H2File.prepare(file));

    Files.delete(closed);
    recovery.markClosed(Long.MAX_VALUE);
    assertThat(closed).doesNotExist();

    Files.writeString(database(file), "no database");
    recovery.markClosed(1);
    assertThat(closed).doesNotExist();
  }

  @Test
  void a_closed_file_stays_closed_for_a_pool_that_still_makes_connections() throws Exception {
    Path file = folder.resolve("store");
    StoreOptions options = H2File.prepare(file);
    H2Connections connections =
        new H2Connections(options, database(file), new H2Recovery(file, options));
    connections.setLoginTimeout(7);
    assertThat(connections.getLoginTimeout()).isEqualTo(7);
    connections.getConnection().close();

    connections.close();

    assertThatThrownBy(connections::getConnection)
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("has been closed");
    JdbiStore.h2(file).close();
  }

  @Test
  void a_connection_that_was_left_open_is_closed_and_the_next_store_has_a_database_of_its_own()
      throws Exception {
    Path file = folder.resolve("store");
    JdbiStore.h2(file).close();
    StoreOptions options = H2File.prepare(file);
    H2Connections connections =
        new H2Connections(options, database(file), new H2Recovery(file, options));
    Connection left = connections.getConnection();

    connections.close();

    try (JdbiStore store = JdbiStore.h2(file)) {
      store.useTransaction(
          tx -> tx.orgs().insert(new Org(UUID.randomUUID(), "next", Instant.EPOCH)));
    }
    assertThat(left.isClosed()).isTrue();
  }

  private static Path database(Path file) {
    return Path.of(file + ".mv.db");
  }

  @Test
  void a_file_that_another_process_holds_is_refused_with_its_name_and_the_way_out()
      throws Exception {
    Path file = folder.resolve("store");
    Process child = CommitProcess.start(file);
    try (BufferedReader committed = child.inputReader()) {
      assertThat(committed.readLine()).isEqualTo("org-1");
      assertThatThrownBy(() -> JdbiStore.h2(file))
          .isInstanceOf(StoreException.class)
          .hasMessage(
              "store file "
                  + file
                  + ".mv.db is in use by another server;"
                  + " stop that one or use another data directory");
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  @Test
  void the_folder_and_the_file_are_for_their_owner_alone() throws IOException {
    Path file = folder.resolve("data/store");
    try (Store store = JdbiStore.h2(file)) {
      store.useTransaction(
          tx -> tx.orgs().insert(new Org(UUID.randomUUID(), "default", Instant.EPOCH)));
      try (var files = Files.list(file.getParent())) {
        assertThat(files.toList()).allMatch(each -> "rw-------".equals(permissions(each)));
      }
      assertThat(permissions(file.getParent())).isEqualTo("rwx------");
    }
    assertThat(folder.resolve("data")).isDirectoryContaining("glob:**/store.mv.db");
  }

  @Test
  void a_path_that_h2_would_read_options_from_is_refused() {
    assertThatThrownBy(() -> JdbiStore.h2(folder.resolve("a;INIT=x/store")))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("a;INIT=x")
        .hasMessageContaining("use another folder");
  }

  @Test
  void a_damaged_file_is_told_by_its_name_and_left_as_it_is() throws IOException {
    Path file = folder.resolve("store");
    Path database = Path.of(file + ".mv.db");
    Files.writeString(database, "no database ".repeat(10_000));
    assertThatThrownBy(() -> JdbiStore.h2(file))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(file.toString());
    assertThat(database).content().startsWith("no database ");
  }

  @Test
  void a_folder_that_cannot_be_made_is_told_by_its_name() throws IOException {
    Path inTheWay = Files.writeString(folder.resolve("data"), "a file");
    assertThatThrownBy(() -> JdbiStore.h2(inTheWay.resolve("store")))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(inTheWay.toString());
  }

  private static String permissions(Path path) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
