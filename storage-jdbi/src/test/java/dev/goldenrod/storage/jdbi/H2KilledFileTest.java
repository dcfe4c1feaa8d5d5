package dev.goldenrod.storage.jdbi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.instance.Instance;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.XZInputStream;

class H2KilledFileTest {
  private static final int COMMITS = 300;

  private static final String KILLED = "killed";

  @TempDir static Path killed;
  @TempDir Path folder;

  @Test
  void a_killed_process_loses_nothing_it_had_committed() throws Exception {
    Path file = folder.resolve("store");
    Process child = CommitProcess.start(file);
    String last;
    try (BufferedReader committed = child.inputReader()) {
      for (int i = 1; i < COMMITS; i++) {
        committed.readLine();
      }
      last = committed.readLine();
    } finally {
      child.destroyForcibly().waitFor();
    }

    assertThat(last).isEqualTo("org-" + COMMITS);
    assertHolds(file, COMMITS);
  }

  @Tag("slow")
  @Test
  void a_process_killed_while_32_threads_commit_loses_nothing_it_had_answered() throws Exception {
    Path file = folder.resolve("store");
    Process child = CommitProcess.start(file, "exec \"$@\"", 32);
    List<String> answered = new ArrayList<>();
    try (BufferedReader lines = child.inputReader()) {
      while (answered.size() < 3 * COMMITS) {
        addName(answered, lines.readLine());
      }
      // Unlike the process itself, its handle leaves the unread output open.
      child.toHandle().destroyForcibly();
      lines.lines().forEach(line -> addName(answered, line));
    } finally {
      child.destroyForcibly().waitFor();
    }
    assertThat(names(file)).containsAll(answered);
  }

  /** A busy machine may reject a commit. */
  private static void addName(List<String> answered, String line) {
    if (!line.startsWith("refused: ")) {
      answered.add(line);
    }
  }

  /**
   * The file of a server that was killed during 30 launches. Its header refers to version 250,
   * whereas the response of the instance came after version 254, which is completely in the file.
   */
  @Test
  void a_file_whose_header_leads_to_an_older_version_is_opened_at_its_newest() throws Exception {
    Path file = folder.resolve("store");
    try (InputStream sample = H2KilledFileTest.class.getResourceAsStream("killed-store.mv.db.xz")) {
      Files.copy(new XZInputStream(sample), database(file));
    }

    try (Store store = JdbiStore.h2(file)) {
      UUID org = store.inTransaction(tx -> tx.orgs().findByName("default")).orElseThrow().id();
      UUID answered = UUID.fromString("de05de6e-bcaf-44cc-8ae0-511001fff382");
      List<UUID> ids =
          store.inTransaction(tx -> tx.instances().list(org).stream().map(Instance::id).toList());
      assertThat(ids).hasSize(20).contains(answered);
    }
  }

  @Test
  void a_full_disk_refuses_commits_loses_none_and_is_over_when_there_is_space() throws Exception {
    Path file = folder.resolve("store");
    Process child = CommitProcess.start(file, "ulimit -S -f 1000; exec \"$@\"");
    int committed = 0;
    String line;
    try (BufferedReader lines = child.inputReader()) {
      for (line = lines.readLine(); line.startsWith("org-"); line = lines.readLine()) {
        committed++;
      }
      assertThat(line)
          .isEqualTo(
              "refused: store file %s.mv.db cannot be written; free some space on its disk"
                  .formatted(file));
      prlimit(child);
      for (line = lines.readLine(); !line.startsWith("org-"); line = lines.readLine()) {
        assertThat(line).startsWith("refused: ");
      }
    } finally {
      child.destroyForcibly().waitFor();
    }
    assertThat(line).isEqualTo("org-" + (committed + 1));
    assertHolds(file, committed + 1);
  }

  @Test
  void what_fits_into_a_file_that_cannot_grow_is_there_when_other_rows_did_not() throws Exception {
    Path file = folder.resolve("store");
    Process child = UnevenCommitProcess.start(file, 1000);
    List<String> committed = new ArrayList<>();
    try (BufferedReader lines = child.inputReader()) {
      int refused = 0;
      while (refused < 2 || committed.size() < 60) {
        String line = lines.readLine();
        if (line.equals("refused")) {
          refused++;
        } else {
          committed.add(line);
        }
      }
    } finally {
      child.destroyForcibly().waitFor();
    }

    assertThat(names(file)).containsAll(committed);
  }

  @Test
  void a_file_whose_process_was_killed_is_made_anew_with_all_its_rows() throws Exception {
    Path killed = killedFile();
    Object before = Files.readAttributes(database(killed), "unix:ino").get("ino");
    Files.writeString(Path.of(killed + ".sql"), "left by a kill in the middle of this");
    Files.writeString(database(Path.of(killed + ".rebuilt")), "and this");

    assertHolds(killed, 1);

    assertThat(Files.readAttributes(database(killed), "unix:ino").get("ino")).isNotEqualTo(before);
    assertThat(Files.getPosixFilePermissions(database(killed)))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(folder)
        .isDirectoryNotContaining("glob:**.sql")
        .isDirectoryNotContaining("glob:**.rebuilt*");
  }

  @Test
  void a_killed_file_that_the_disk_has_no_room_for_is_refused_and_stays_as_it_is()
      throws Exception {
    Path killed = killedFile();
    byte[] before = Files.readAllBytes(database(killed));
    // A sparse file takes no space on the disk.
    setLength(database(killed), Files.getFileStore(folder).getUsableSpace());

    assertThatThrownBy(() -> JdbiStore.h2(killed))
        .isInstanceOf(StoreException.class)
        .hasMessageContainingAll(
            database(killed).toString(), "free some space, and try again", "nothing was changed");

    setLength(database(killed), before.length);
    assertThat(database(killed)).hasBinaryContent(before);
    assertHolds(killed, 1);
  }

  @Test
  void the_file_as_it_was_stays_beside_the_one_made_of_it_until_the_next_is() throws Exception {
    Path killed = killedFile();
    Files.writeString(former(killed), "of the rebuild before");
    byte[] before = Files.readAllBytes(database(killed));

    assertHolds(killed, 1);
    assertHolds(killed, 1);

    assertThat(former(killed)).hasBinaryContent(before);
    assertThat(Files.getPosixFilePermissions(former(killed)))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(folder).isDirectoryNotContaining("glob:**.copy*");
  }

  @Test
  void a_killed_file_that_lacks_a_table_of_its_history_is_refused_and_stays_as_it_is()
      throws Exception {
    Path file = folder.resolve("store");
    JdbiStore.h2(file).close();
    execute(file, "drop table clusters cascade");

    assertRefused(file, "it lacks clusters.agent_token_sha256, clusters.away, ");
  }

  @Test
  void a_killed_file_without_a_history_of_its_tables_is_refused_and_stays_as_it_is()
      throws Exception {
    Path file = folder.resolve("store");
    H2File.prepare(file);
    execute(file, "create table orgs (id uuid not null primary key)");

    assertRefused(file, "it lacks the migration history");
  }

  @Test
  void a_killed_file_that_is_torn_in_the_middle_is_refused_and_stays_as_it_is() throws Exception {
    Path killed = killedFile();
    byte[] bytes = Files.readAllBytes(database(killed));
    Arrays.fill(bytes, 2 * 4096, bytes.length - 4096, (byte) 0);
    Files.write(database(killed), bytes);

    assertRefused(killed, "nothing was changed");
  }

  @Test
  void a_killed_file_of_which_nothing_is_left_but_its_size_is_refused_and_stays_as_it_is()
      throws Exception {
    Path killed = killedFile();
    byte[] bytes = Files.readAllBytes(database(killed));
    Arrays.fill(bytes, (byte) 0);
    Files.write(database(killed), bytes);

    assertRefused(killed, "the file is damaged: no version of it can be read; nothing was changed");
  }

  @Test
  void a_killed_file_of_an_earlier_release_is_made_anew_and_brought_up_to_date() throws Exception {
    Path file = folder.resolve("store");
    StoreOptions options = H2File.prepare(file);
    Migrations.configuration()
        .dataSource(Dialect.H2.connectionUrl(options), options.user(), options.password())
        .target("7")
        .load()
        .migrate();
    execute(
        file,
        "insert into orgs (id, name, created_at) values (random_uuid(), 'org-1', current_timestamp)");

    assertHolds(file, 1);
    assertThat(former(file)).exists();
  }

  private void assertRefused(Path file, String why) throws IOException {
    Files.deleteIfExists(Path.of(file + ".closed"));
    byte[] before = Files.readAllBytes(database(file));

    for (int start = 0; start < 2; start++) {
      assertThatThrownBy(() -> JdbiStore.h2(file))
          .isInstanceOf(StoreException.class)
          .hasMessageContainingAll(file.toString(), why);
      assertThat(database(file)).hasBinaryContent(before);
    }
    assertThat(former(file)).doesNotExist();
  }

  private static void execute(Path file, String sql) throws SQLException {
    StoreOptions options = H2File.prepare(file);
    try (Connection connection =
        DriverManager.getConnection(
            Dialect.H2.connectionUrl(options), options.user(), options.password())) {
      connection.createStatement().execute(sql);
    }
  }

  private static Path former(Path file) {
    return Path.of(file + ".mv.db.former");
  }

  private Path killedFile() throws IOException {
    try (Stream<Path> files = Files.list(killed)) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
    return folder.resolve(KILLED);
  }

  /** Kills a process in the middle of its commits. */
  @BeforeAll
  static void make_a_killed_file() throws Exception {
    Path file = killed.resolve(KILLED);
    Process child = CommitProcess.start(file);
    try {
      // Left open, since the process ends by itself if its output is closed.
      assertThat(child.inputReader().readLine()).isEqualTo("org-1");
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  private static void setLength(Path file, long bytes) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.setLength(bytes);
    }
  }

  private static Path database(Path file) {
    return Path.of(file + ".mv.db");
  }

  private static void prlimit(Process process) throws Exception {
    int exit =
        new ProcessBuilder("prlimit", "--pid", "" + process.pid(), "--fsize=unlimited:")
            .inheritIO()
            .start()
            .waitFor();
    assertThat(exit).isZero();
  }

  private static void assertHolds(Path file, int committed) {
    try (Store store = JdbiStore.h2(file)) {
      for (int i = 1; i <= committed; i++) {
        String name = "org-" + i;
        assertThat(store.inTransaction(tx -> tx.orgs().findByName(name)).isPresent())
            .as(name)
            .isTrue();
      }
    }
  }

  /** Returns the names of the organizations in the file, which no method of the port lists. */
  static List<String> names(Path file) throws SQLException {
    JdbiStore.h2(file).close();
    StoreOptions options = H2File.prepare(file);
    List<String> names = new ArrayList<>();
    try (Connection connection =
            DriverManager.getConnection(
                Dialect.H2.connectionUrl(options), options.user(), options.password());
        ResultSet rows = connection.createStatement().executeQuery("select name from orgs")) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }
}
