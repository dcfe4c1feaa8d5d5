package dev.goldenrod.dataplane.local.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.dataplane.local.server.TestPostgresCluster;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.port.DatabaseSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The logins to a database until it is ready, and what they leave in its files. */
class LaunchedLoginsTest {
  private static final Pattern LOGIN = Pattern.compile("connection authorized: user=(\\w+)");
  private static final String ADMIN = "goldenrod_admin";

  @TempDir Path dataDir;
  private DatabaseFixture fixture;

  @BeforeEach
  void open() throws IOException {
    Files.setPosixFilePermissions(dataDir, PosixFilePermissions.fromString("rwx--x--x"));
    fixture =
        new DatabaseFixture(
            dataDir, null, TestPostgres::servers, LaunchedLoginsTest::makeThatLogsConnections);
  }

  private static void makeThatLogsConnections(Installation home, DataVolume golden, RunAs runAs) {
    TestPostgresCluster.make(home, golden, runAs);
    DatabaseInfo info = golden.info();
    golden.write(
        new DatabaseInfo(
            info.type(),
            info.release(),
            info.database(),
            info.user(),
            Map.of("log_connections", "on")));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void a_launch_a_reset_and_a_refresh_need_no_login_of_a_superuser() throws Exception {
    DatabaseSpec spec = DatabaseFixture.spec();

    fixture.ready(spec);
    assertThat(logins(spec)).isNotEmpty().containsOnly("goldenrod");
    fixture.ready(DatabaseFixture.next(spec));

    assertThat(logins(spec)).containsOnly("goldenrod");
    assertThat(fixture.query(DatabaseFixture.next(spec), "SELECT name FROM app.item"))
        .isEqualTo("tea");
    try (Connection admin = connectAsAdmin(DatabaseFixture.next(spec))) {
      assertThat(Sql.texts(admin, "SELECT current_user")).containsExactly(ADMIN);
    }
    assertThat(fixture.volume(DatabaseFixture.next(spec)).root())
        .isDirectoryNotContaining("glob:**/login-places")
        .isDirectoryNotContaining("glob:**/admin-password.next");
  }

  @Test
  void a_branch_has_the_data_of_a_running_database_and_gets_its_login_from_the_superuser()
      throws Exception {
    DatabaseSpec parent = DatabaseFixture.spec();
    fixture.ready(parent);
    DatabaseSpec branch = DatabaseFixture.branchOf(parent);

    fixture.ready(branch);

    assertThat(logins(branch)).contains(ADMIN, "goldenrod");
  }

  @Test
  void no_file_of_the_next_generation_has_a_former_verifier() throws Exception {
    DatabaseSpec spec = DatabaseFixture.spec();
    fixture.ready(spec);
    List<String> former = verifiers(spec);
    former.forEach(verifier -> assertThat(holders(spec, verifier)).isNotEmpty());

    DatabaseSpec next = DatabaseFixture.next(spec);
    fixture.ready(next);

    former.forEach(verifier -> assertThat(holders(next, verifier)).isEmpty());
    assertThat(verifiers(next)).hasSize(2).doesNotContainAnyElementsOf(former);
  }

  private List<String> verifiers(DatabaseSpec spec) throws SQLException {
    try (Connection admin = connectAsAdmin(spec)) {
      return Sql.texts(
          admin, "SELECT rolpassword FROM pg_authid WHERE rolname ~ 'goldenrod' ORDER BY rolname");
    }
  }

  private Connection connectAsAdmin(DatabaseSpec spec) throws SQLException {
    return TestPostgres.of(
            TestPostgres.HOME,
            fixture.volume(spec),
            dataDir.resolve("log"),
            List.of(TestPostgres.LOOPBACK),
            fixture.login(spec).port(),
            Map.of(),
            RunAs.detect())
        .connectAsAdmin("template1");
  }

  private List<String> logins(DatabaseSpec spec) throws IOException {
    Path log = fixture.root().databases().resolve(spec.id().toString()).resolve("log");
    return LOGIN.matcher(Files.readString(log)).results().map(LaunchedLoginsTest::user).toList();
  }

  private static String user(MatchResult login) {
    return login.group(1);
  }

  /** Returns the files of the data directory that have the verifier. */
  private List<Path> holders(DatabaseSpec spec, String verifier) {
    try (Stream<Path> files = Files.walk(fixture.volume(spec).data())) {
      return files.filter(Files::isRegularFile).filter(file -> has(file, verifier)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean has(Path file, String text) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).contains(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
