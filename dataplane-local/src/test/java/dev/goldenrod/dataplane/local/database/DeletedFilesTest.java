package dev.goldenrod.dataplane.local.database;

import static dev.goldenrod.dataplane.local.database.DatabaseFixture.next;
import static dev.goldenrod.dataplane.local.database.DatabaseFixture.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.record.DatabaseVolume;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases whose record or volume is deleted by other means than Goldenrod. */
class DeletedFilesTest {
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
  void a_clone_whose_record_and_volume_are_deleted_while_it_runs_fails_until_it_is_reset()
      throws SQLException {
    DatabaseSpec clone = spec();
    fixture.ready(clone);
    ProcessHandle postmaster = fixture.postmaster(clone);

    FileTrees.delete(folder(clone));
    fixture.volumes().remove(new DatabaseVolume(clone.id(), 0).name());
    postmaster.destroyForcibly();

    assertThat(fixture.await(clone, DatabaseState.FAILED).message())
        .contains("its data is lost")
        .contains("reset");
    assertThat(folder(clone)).doesNotExist();
    fixture.ready(next(clone));
    assertThat(fixture.query(clone, "SELECT name FROM app.item")).isEqualTo("tea");
  }

  @Test
  void a_clone_whose_record_and_volume_are_deleted_while_it_is_stopped_fails_at_its_start() {
    DatabaseSpec clone = spec();
    fixture.ready(clone);
    fixture.databases().ensure(clone.stopped());
    fixture.await(clone, DatabaseState.STOPPED);

    fixture.volumes().remove(new DatabaseVolume(clone.id(), 0).name());
    FileTrees.delete(folder(clone));
    fixture.databases().ensure(clone);

    assertThat(fixture.await(clone, DatabaseState.FAILED).message()).contains("its data is lost");
  }

  @Test
  void a_reset_that_a_kill_ended_before_the_new_volume_was_made_continues() throws IOException {
    DatabaseSpec clone = spec();
    fixture.ready(clone);
    fixture.databases().close();
    Path record = folder(clone).resolve("clone.json");
    String before = Files.readString(record);
    Files.writeString(record, before.replace("\"generation\":0", "\"generation\":1"));
    assertThat(record).content().isNotEqualTo(before);

    fixture.restart();

    fixture.await(next(clone), DatabaseState.READY);
  }

  @Test
  void a_running_database_whose_folder_is_deleted_says_so_and_keeps_its_data() throws Exception {
    DatabaseSpec database = spec();
    fixture.ready(database);
    fixture.execute(database, "INSERT INTO app.item VALUES (2, 'kept')");
    FileTrees.delete(folder(database));

    assertThatThrownBy(() -> fixture.databases().resetCredentials(database.id()))
        .hasMessageContaining("the record of database %s is missing".formatted(database.id()))
        .hasMessageContaining("reset a clone");

    fixture.databases().ensure(database.stopped());
    fixture.await(database, DatabaseState.STOPPED);
    fixture.ready(database);
    assertThat(fixture.query(database, "SELECT count(*) FROM app.item")).isEqualTo("2");
  }

  private static Path folder(DatabaseSpec database) {
    return fixture.root().databases().resolve(database.id().toString());
  }
}
