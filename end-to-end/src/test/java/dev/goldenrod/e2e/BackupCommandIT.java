package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.e2e.Member.Clone;
import dev.goldenrod.e2e.ServerProcess.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backs up a running server and restores it, while its databases keep running. */
@Tag("slow")
class BackupCommandIT {
  @TempDir private Path folder;
  private ServerProcess server;
  private DatabaseMember member;

  @BeforeEach
  void prepare() {
    server = ServerProcess.in(folder);
    member = new DatabaseMember(server);
  }

  @AfterEach
  void purge() {
    server.close();
  }

  @Test
  void a_backup_of_a_running_server_is_restored_and_what_was_made_later_is_in_quarantine() {
    server.start();
    Clone kept = database("kept", "assam");
    String backup = folder.resolve("backup").toString();
    String upgrade = done("upgrade", "--check");
    assertThat(upgrade).contains("nothing changes");
    assertThat(done("backup", "--to", backup)).contains("backed up ");
    database("later", "darjeeling");
    kept.execute("INSERT INTO tea VALUES ('ceylon')");

    assertThat(refused("restore", "--from", backup)).contains("is in use by another server");
    server.terminate();
    assertThat(refused("restore", "--from", backup)).contains("--replace");
    assertThat(done("restore", "--from", backup, "--replace"))
        .contains("--accept-older-store --data-dir " + server.dataDir());

    assertThat(server.refuse().said()).contains("--accept-older-store");
    server.with("--accept-older-store").start();
    assertThat(member.awaitRest()).containsOnlyKeys("kept");
    assertThat(member.login("kept")).isEqualTo(kept);
    assertThat(kept.read("SELECT string_agg(name, ' ') FROM tea")).isEqualTo("assam ceylon");
    await("the later one is in quarantine").until(() -> server.log().contains("Quarantined "));
    server.terminate();
    assertThat(done("orphans", "list")).contains(" later ");
  }

  @Test
  void a_backup_that_is_killed_is_none() throws Exception {
    server.start();
    server.terminate();
    Path backup = folder.resolve("backup");
    Process writing = server.startOnDataDir("backup", "--to", backup.toString());
    await("it writes").until(() -> hasUnfinished() || !writing.isAlive());

    writing.destroyForcibly().waitFor();

    if (Files.exists(backup)) {
      // The backup was completed just before the kill.
      assertThat(done("restore", "--replace", "--from", backup.toString())).contains("restored");
    } else {
      assertThat(refused("restore", "--replace", "--from", backup.toString()))
          .contains("is not a complete backup");
      assertThat(done("backup", "--to", backup.toString())).contains("backed up ");
    }
    server.start();
  }

  @Test
  void a_restore_that_is_killed_is_done_by_doing_it_again() throws Exception {
    server.start();
    Clone kept = database("kept", "assam");
    server.terminate();
    String backup = folder.resolve("backup").toString();
    done("backup", "--to", backup);
    Path fresh = server.dataDir().resolve("store/goldenrod.rebuilt.mv.db");
    Process restoring = server.startOnDataDir("restore", "--replace", "--from", backup);
    await("it restores").until(() -> Files.exists(fresh) || !restoring.isAlive());

    restoring.destroyForcibly().waitFor();

    done("restore", "--replace", "--from", backup);
    server.with("--accept-older-store").start();
    assertThat(member.awaitRest()).containsOnlyKeys("kept");
    assertThat(kept.read("SELECT name FROM tea")).isEqualTo("assam");
  }

  private boolean hasUnfinished() {
    String[] names = folder.toFile().list((in, name) -> name.contains(".unfinished-"));
    return names != null && names.length > 0;
  }

  private Clone database(String name, String tea) {
    member.create(name).join();
    Clone database = member.login(name);
    database.execute("CREATE TABLE tea AS SELECT '" + tea + "' AS name");
    return database;
  }

  private String done(String... words) {
    Run run = server.runOnDataDir(List.of(words));
    assertThat(run.exitCode()).as(run.said()).isZero();
    return run.said();
  }

  private String refused(String... words) {
    Run run = server.runOnDataDir(List.of(words));
    assertThat(run.exitCode()).as(run.said()).isEqualTo(2);
    return run.said();
  }
}
