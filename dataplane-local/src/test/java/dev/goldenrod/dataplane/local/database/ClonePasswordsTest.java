package dev.goldenrod.dataplane.local.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.record.DatabaseVolume;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.util.PasswordUtil;

/** The passwords of a clone's users and of its superuser. */
@Tag("slow")
class ClonePasswordsTest {
  private static final int PATIENCE = (int) DatabaseFixture.PATIENCE.toSeconds();

  @TempDir Path dataDir;
  private DatabaseFixture fixture;

  @BeforeEach
  void open() throws IOException {
    Files.setPosixFilePermissions(dataDir, PosixFilePermissions.fromString("rwx--x--x"));
    fixture = new DatabaseFixture(dataDir);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void each_clone_has_a_superuser_password_of_its_own() throws Exception {
    DatabaseSpec one = DatabaseFixture.spec();
    DatabaseSpec other = DatabaseFixture.spec();
    fixture.ready(one);
    fixture.ready(other);
    Path golden = fixture.volumes().path(DatabaseFixture.GOLDEN.handle());
    awaitFlush(data(one).getParent());
    awaitFlush(data(other).getParent());

    assertThat(adminPassword(data(one).getParent()))
        .isNotEqualTo(adminPassword(data(other).getParent()))
        .isNotEqualTo(adminPassword(golden));
    try (Connection admin = server(one).connectAsAdmin("template1")) {
      assertThat(admin.isValid(PATIENCE)).isTrue();
    }
  }

  @Test
  void rounds_of_hashing_are_saved_where_no_client_of_others_logs_in() throws Exception {
    DatabaseSpec clone = DatabaseFixture.spec();
    fixture.ready(clone);
    awaitFlush(data(clone).getParent());

    try (Connection admin = server(clone).connectAsAdmin("template1")) {
      assertThat(rounds(admin, "goldenrod")).isEqualTo("4096");
      assertThat(rounds(admin, "goldenrod_admin")).isEqualTo("1");
    }
  }

  private static String rounds(Connection admin, String role) throws SQLException {
    return Sql.texts(
            admin,
            "SELECT substring(rolpassword FROM '\\$(\\d+):') FROM pg_authid WHERE rolname = ?",
            role)
        .get(0);
  }

  @Test
  void a_server_killed_while_it_changes_the_superusers_password_goes_on() throws Exception {
    DatabaseSpec clone = DatabaseFixture.spec();
    fixture.ready(clone);
    Path volume = data(clone).getParent();
    awaitFlush(volume);
    Files.move(volume.resolve("admin-password"), volume.resolve("admin-password.next"));
    Files.writeString(volume.resolve("admin-password"), "the golden's\n");
    fixture.execute(clone, "ALTER ROLE goldenrod PASSWORD 'lost'");

    fixture.restart();

    fixture.await(clone, DatabaseState.READY);
    assertThat(fixture.query(clone, "SELECT name FROM app.item")).isEqualTo("tea");
    awaitFlush(volume);
  }

  @Test
  void a_server_killed_before_the_passwords_were_on_the_disk_gets_them_again() throws Exception {
    DatabaseSpec clone = DatabaseFixture.spec();
    fixture.ready(clone);
    Path volume = data(clone).getParent();
    awaitFlush(volume);
    try (Connection admin = server(clone).connectAsAdmin("template1")) {
      admin
          .createStatement()
          .execute(
              "ALTER ROLE goldenrod PASSWORD NULL; ALTER ROLE goldenrod_admin PASSWORD 'former'");
    }
    Files.writeString(volume.resolve("admin-password"), "former\n");
    Files.writeString(volume.resolve("admin-password.next"), "successor\n");

    fixture.restart();

    fixture.await(clone, DatabaseState.READY);
    assertThat(fixture.query(clone, "SELECT name FROM app.item")).isEqualTo("tea");
    awaitFlush(volume);
    assertThat(adminPassword(volume)).isEqualTo("successor\n");
  }

  @Test
  void a_server_killed_while_the_login_was_tried_gets_the_rounds_that_clients_ask_for()
      throws Exception {
    DatabaseSpec clone = DatabaseFixture.spec();
    fixture.ready(clone);
    Path volume = data(clone).getParent();
    awaitFlush(volume);
    Files.writeString(volume.resolve("admin-password.next"), "successor\n");
    String quick =
        PasswordUtil.encodeScramSha256(
            fixture.login(clone).password().toCharArray(), 1, new byte[16]);
    try (Connection admin = server(clone).connectAsAdmin("template1")) {
      admin
          .createStatement()
          .execute(
              "UPDATE pg_authid SET rolpassword = '" + quick + "' WHERE rolname = 'goldenrod'");
    }

    fixture.restart();

    fixture.await(clone, DatabaseState.READY);
    awaitFlush(volume);
    try (Connection admin = server(clone).connectAsAdmin("template1")) {
      assertThat(rounds(admin, "goldenrod")).isEqualTo("4096");
    }
  }

  /** Waits for the clone's own password; until it is durable, the golden's is kept. */
  private static void awaitFlush(Path volume) {
    DatabaseFixture.await("the clone's own password is on the disk")
        .until(() -> Files.notExists(volume.resolve("admin-password.next")));
  }

  private static String adminPassword(Path volume) throws IOException {
    return Files.readString(volume.resolve("admin-password"));
  }

  private TestPostgres server(DatabaseSpec clone) {
    DataVolume volume = new DataVolume(data(clone).getParent());
    int port = fixture.login(clone).port();
    return TestPostgres.of(
        TestPostgres.HOME,
        volume,
        dataDir.resolve("log"),
        List.of(TestPostgres.LOOPBACK),
        port,
        Map.of(),
        RunAs.detect());
  }

  private Path data(DatabaseSpec clone) {
    return fixture
        .volumes()
        .path(new DatabaseVolume(clone.id(), clone.generation()).name())
        .resolve("data");
  }
}
