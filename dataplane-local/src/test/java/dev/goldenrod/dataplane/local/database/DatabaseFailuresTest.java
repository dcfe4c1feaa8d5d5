package dev.goldenrod.dataplane.local.database;

import static dev.goldenrod.dataplane.local.database.DatabaseFixture.next;
import static dev.goldenrod.dataplane.local.database.DatabaseFixture.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.dataplane.local.record.DatabaseVolume;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.VersionRef;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseFailuresTest {
  @TempDir static Path dataDir;
  private static DatabaseFixture fixture;

  @BeforeAll
  static void make_the_golden() throws IOException {
    fixture = new DatabaseFixture(dataDir);
  }

  @AfterAll
  static void take_all_away() {
    fixture.close();
  }

  @Test
  void a_port_that_somebody_took_blocks_the_clone_until_it_is_free() throws Exception {
    DatabaseSpec clone = spec();
    DatabaseObservation before = fixture.ready(clone);
    int port = fixture.login(clone).port();
    fixture.databases().close();
    kill(clone);

    try (ServerSocket other = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
      fixture.restart();
      DatabaseObservation blocked = fixture.await(clone, DatabaseState.BLOCKED);
      assertThat(blocked.message()).contains("port " + port).contains("in use by another program");
      assertThat(blocked.endpoint()).isEqualTo(before.endpoint());
      assertThat(other.isBound()).isTrue();
    }

    assertThat(fixture.await(clone, DatabaseState.READY)).isEqualTo(before);
  }

  @Test
  void a_clone_of_a_missing_golden_fails_and_names_it() {
    DatabaseSpec clone = DatabaseFixture.of(new VersionRef(new UUID(0, 2), "orders", 7, "gone"));
    fixture.databases().ensure(clone);

    assertThat(fixture.await(clone, DatabaseState.FAILED).message())
        .contains("'orders' version 7")
        .contains("import or register it again");
    fixture.removed(clone);
  }

  @Tag("slow")
  @Test
  void a_clone_of_a_damaged_golden_fails_with_what_the_server_logged() throws IOException {
    VersionRef damaged = new VersionRef(new UUID(0, 3), "orders", 8, "golden-damaged");
    Path volume = fixture.copy(damaged.handle());
    String control = volume.resolve("data/global/pg_control").toString();
    Tool.run(
        RunAs.detect()
            .command(fixture.volumes().command(damaged.handle(), List.of("rm", control))));
    fixture.volumes().freeze(damaged.handle());
    DatabaseSpec clone = DatabaseFixture.of(damaged);
    fixture.databases().ensure(clone);

    assertThat(fixture.await(clone, DatabaseState.FAILED).message())
        .contains("pg_control")
        .contains("'orders' version 8 may be damaged");
    fixture.removed(clone);
  }

  @Test
  void a_clone_whose_volume_was_taken_away_says_so_and_is_made_anew_by_a_reset()
      throws SQLException {
    DatabaseSpec clone = spec();
    fixture.ready(clone);
    fixture.databases().close();
    kill(clone);
    fixture.volumes().remove(new DatabaseVolume(clone.id(), 0).name());

    fixture.restart();

    assertThat(fixture.await(clone, DatabaseState.FAILED).message()).contains("is missing");
    fixture.ready(next(clone));
    assertThat(fixture.query(clone, "SELECT name FROM app.item")).isEqualTo("tea");
  }

  @Test
  void a_server_that_cannot_start_again_fails_and_keeps_its_data() throws IOException {
    DatabaseSpec clone = spec();
    fixture.ready(clone);
    Path data = fixture.volumes().path(new DatabaseVolume(clone.id(), 0).name()).resolve("data");
    Path control = data.resolve("global/pg_control");
    byte[] before = Files.readAllBytes(control);
    // Written in place: on an overlay, the server sees no other changes of the upper layer.
    Files.write(control, new byte[0]);

    fixture.postmaster(clone).destroyForcibly();

    assertThat(fixture.await(clone, DatabaseState.FAILED).message())
        .contains("pg_control")
        .contains("the data is kept in");
    Files.write(control, before);
    fixture.ready(clone);
  }

  @Test
  void a_removed_clone_leaves_no_process_volume_port_or_folder() {
    DatabaseSpec clone = spec();
    fixture.ready(clone);
    int port = fixture.login(clone).port();
    Path volume = fixture.volumes().path(new DatabaseVolume(clone.id(), 0).name());

    fixture.removed(clone);

    assertThat(Processes.of(volume)).isEmpty();
    assertThat(fixture.volumes().list()).noneMatch(name -> name.contains(clone.id().toString()));
    assertThat(fixture.root().databases().resolve(clone.id().toString())).doesNotExist();
    assertThat(fixture.claimedPorts()).doesNotContain(port);
  }

  @Test
  void a_clone_that_cannot_be_written_down_takes_no_port() throws IOException {
    DatabaseSpec clone = spec();
    Set<Integer> claimed = fixture.claimedPorts();
    Path folder = fixture.root().databases().resolve(clone.id().toString());
    Path inTheWay = Files.createDirectories(folder.resolve("password"));

    fixture.databases().ensure(clone);

    fixture.await(clone, DatabaseState.BLOCKED);
    // Retries reserve a port for a moment each time.
    DatabaseFixture.await("the port is given back").until(fixture::claimedPorts, claimed::equals);
    Files.delete(inTheWay);
    fixture.await(clone, DatabaseState.READY);
  }

  @Test
  void a_folder_that_cannot_be_read_holds_up_no_other_clone() throws IOException {
    DatabaseSpec clone = spec();
    fixture.ready(clone);
    UUID broken = UUID.randomUUID();
    Path folder = fixture.root().databases().resolve(broken.toString());
    Files.createDirectories(folder.resolve("clone.json"));

    fixture.restart();

    fixture.await(clone, DatabaseState.READY);
    assertThat(fixture.databases().observe(broken).state()).isEqualTo(DatabaseState.BLOCKED);
    Files.delete(folder.resolve("clone.json"));
    fixture.databases().remove(broken);
  }

  @Tag("slow")
  @Test
  void a_record_that_is_lost_or_damaged_costs_neither_the_port_nor_the_data() throws Exception {
    for (String damaged : List.of("", "null", "{\"spec\":{\"id", "{\"spec\":null,\"port\":1}")) {
      DatabaseSpec clone = spec();
      fixture.ready(clone);
      fixture.execute(clone, "INSERT INTO app.item VALUES (2, 'kept')");
      Credentials before = fixture.login(clone);
      Path record = fixture.root().databases().resolve(clone.id().toString()).resolve("clone.json");
      Files.writeString(record, damaged);

      fixture.restart();
      fixture.ready(clone);

      assertThat(fixture.login(clone)).as(damaged).isEqualTo(before);
      assertThat(fixture.query(clone, "SELECT count(*) FROM app.item")).isEqualTo("2");
      fixture.removed(clone);
    }
  }

  @Test
  void a_password_that_a_power_loss_emptied_is_made_up_anew() throws IOException {
    DatabaseSpec clone = spec();
    Path folder = Files.createDirectory(fixture.root().databases().resolve(clone.id().toString()));
    Files.createFile(folder.resolve("password"));

    fixture.ready(clone);

    assertThat(fixture.login(clone).password()).hasSizeGreaterThan(20);
  }

  @Test
  void a_volume_that_no_folder_knows_is_seen_and_can_be_removed() {
    UUID id = UUID.randomUUID();
    String volume = new DatabaseVolume(id, 3).name();
    fixture.copy(volume);

    fixture.restart();

    assertThat(fixture.databases().ids()).contains(id);
    assertThat(fixture.databases().observe(id).state()).isEqualTo(DatabaseState.WORKING);
    fixture.databases().remove(id);
    DatabaseFixture.await("volume is gone")
        .until(fixture.volumes()::list, names -> !names.contains(volume));
  }

  @Test
  void a_reset_leaves_one_volume() {
    DatabaseSpec clone = spec();
    fixture.ready(clone);

    fixture.ready(next(clone));

    DatabaseFixture.await("only the new generation's volume is there")
        .until(
            () ->
                fixture.volumes().list().stream()
                    .filter(name -> name.contains(clone.id().toString()))
                    .toList(),
            names -> names.equals(List.of(new DatabaseVolume(clone.id(), 1).name())));
  }

  private static void kill(DatabaseSpec clone) {
    Path volume = fixture.volumes().path(new DatabaseVolume(clone.id(), 0).name());
    Processes.killAll(volume, DatabaseFixture.PATIENCE);
  }
}
