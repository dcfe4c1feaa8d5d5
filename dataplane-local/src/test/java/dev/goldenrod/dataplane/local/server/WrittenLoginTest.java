package dev.goldenrod.dataplane.local.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.engine.AdminPassword;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins that are written into the files of new data before its server starts. */
class WrittenLoginTest extends ServerFixture {
  private static final String PASSWORD = "the clone's";
  private static final String NOTE = "login-places";

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void clients_and_the_superuser_log_in_with_passwords_that_no_session_set(boolean hasChecksums)
      throws Exception {
    if (hasChecksums) {
      pgChecksums("--enable");
      prepare("SELECT 1");
    }
    AdminPassword former = AdminPassword.of(volume).get(0);

    write().orElseThrow().run();

    assertThat(List.of(NOTE, "admin-password.next"))
        .noneMatch(name -> Files.exists(volume.root().resolve(name)));
    assertThat(AdminPassword.of(volume)).hasSize(1);
    assertThat(AdminPassword.of(volume).get(0).text()).isNotEqualTo(former.text());
    assertLoginsWork(PASSWORD);
    if (hasChecksums) {
      server().stop(PATIENCE);
      pgChecksums("--check");
    }
  }

  @Test
  void roles_may_fill_several_pages_and_have_had_other_names() throws Exception {
    pgChecksums("--enable");
    prepare(
        """
        ALTER ROLE goldenrod RENAME TO former; ALTER ROLE former PASSWORD 'former';
        DO $$ BEGIN FOR i IN 1..300 LOOP
          EXECUTE format('CREATE ROLE role_%s PASSWORD %L', i, 'of ' || i); END LOOP; END $$;
        CREATE ROLE goldenrod LOGIN; GRANT former TO goldenrod; DROP ROLE role_7
        """);

    write().orElseThrow().run();

    pgChecksums("--check");
    assertLoginsWork(PASSWORD);
  }

  @Test
  void no_former_version_of_a_role_is_left_in_the_prepared_file() throws Exception {
    prepare("ALTER ROLE goldenrod PASSWORD 'former'");
    String former;
    server().start();
    try (Connection admin = server().connectAsAdmin("template1")) {
      admin.createStatement().execute("ALTER ROLE goldenrod PASSWORD 'later'");
      former = verifier(admin);
      TestPostgresCluster.prepareLogins(server(), volume);
    } finally {
      server().stop(PATIENCE);
    }

    assertThat(filesOf("global")).noneMatch(content -> content.contains(former));
    assertThat(write()).isPresent();
  }

  @Test
  void a_process_killed_before_the_start_leaves_data_for_the_next_one() throws Exception {
    write().orElseThrow();

    Optional<Runnable> again =
        server().engineServer().writeLogin("another", volume.data()::resolve);

    again.orElseThrow().run();
    assertLoginsWork("another");
  }

  @Test
  void a_login_set_after_the_start_leaves_no_places_to_write_another_to() {
    assertThat(volume.root().resolve(NOTE)).exists();

    assertSetAfterTheStart();
  }

  @Test
  void a_process_killed_before_the_file_was_on_the_disk_leaves_logins_that_work() throws Exception {
    write().orElseThrow();

    assertLoginsWork(PASSWORD);
  }

  @Test
  void a_process_killed_when_the_login_was_durable_leaves_logins_that_can_be_set_again()
      throws Exception {
    write().orElseThrow().run();

    assertThat(write()).isEmpty();

    assertSetAfterTheStart();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ALTER ROLE goldenrod CONNECTION LIMIT 7", "CREATE ROLE more"})
  void roles_that_changed_since_get_the_login_after_the_start(String change) throws Exception {
    server().start();
    try (Connection admin = server().connectAsAdmin("template1")) {
      admin.createStatement().execute(change);
    }
    server().stop(PATIENCE);

    assertUnchangedByWrite();
    assertSetAfterTheStart();
  }

  @Test
  void a_server_that_crashed_gets_the_login_after_the_start() throws Exception {
    server().start();
    server().abort();

    assertUnchangedByWrite();
    assertSetAfterTheStart();
  }

  @Test
  void a_damaged_note_gets_the_login_after_the_start() throws Exception {
    volume.write(NOTE, "{\"file\"");

    assertUnchangedByWrite();
    assertSetAfterTheStart();
  }

  /** Changes roles in a session, and prepares the data again for clones. */
  private void prepare(String change) throws SQLException {
    server().start();
    try (Connection admin = server().connectAsAdmin("template1")) {
      admin.createStatement().execute(change);
      TestPostgresCluster.prepareLogins(server(), volume);
    } finally {
      server().stop(PATIENCE);
    }
  }

  private Optional<Runnable> write() {
    return server().engineServer().writeLogin(PASSWORD, volume.data()::resolve);
  }

  private void assertUnchangedByWrite() throws IOException {
    List<String> before = filesOf("global");

    assertThat(write()).isEmpty();

    assertThat(filesOf("global")).isEqualTo(before);
    assertThat(volume.root().resolve(NOTE)).doesNotExist();
  }

  private void assertLoginsWork(String password) throws SQLException {
    server().start();
    assertThat(server().engineServer().loginProblem(port, password)).isEmpty();
    assertThat(server().engineServer().loginProblem(port, "wrong")).isPresent();
    try (Connection admin = server().connectAsAdmin("template1")) {
      assertThat(verifier(admin)).startsWith("SCRAM-SHA-256$4096:");
    }
  }

  private void assertSetAfterTheStart() {
    server().start();
    server().engineServer().ensureLogin(port, PASSWORD, true).run();
    assertThat(volume.root().resolve(NOTE)).doesNotExist();
    assertThat(server().engineServer().loginProblem(port, PASSWORD)).isEmpty();
  }

  private static String verifier(Connection admin) throws SQLException {
    try (var rows =
        admin
            .createStatement()
            .executeQuery("SELECT rolpassword FROM pg_authid WHERE rolname = 'goldenrod'")) {
      rows.next();
      return rows.getString(1);
    }
  }

  private List<String> filesOf(String folder) throws IOException {
    try (Stream<Path> files = Files.list(volume.data().resolve(folder))) {
      return files.filter(Files::isRegularFile).sorted().map(WrittenLoginTest::content).toList();
    }
  }

  private static String content(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void pgChecksums(String mode) {
    String program = TestPostgres.HOME.program("pg_checksums").orElseThrow().toString();
    Tool.run(runAs.command(List.of(program, mode, "-D", volume.data().toString())));
  }
}
