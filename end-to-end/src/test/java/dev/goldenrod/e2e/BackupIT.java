package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.e2e.Member.Clone;
import dev.goldenrod.e2e.ServerProcess.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of docs/operations.md that back up a store. */
@Tag("slow")
class BackupIT {
  private static final String EMPTY = "DROP SCHEMA public CASCADE; CREATE SCHEMA public";

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
  void databases_outlive_the_loss_of_the_embedded_store() throws Exception {
    server.start();
    Clone kept = databaseWithTea();
    server.terminate();
    run("cp", "-a", server.dataDir().resolve("store").toString(), folder + "/backup");

    run("rm", "-r", server.dataDir().resolve("store").toString());
    requireRefusal(kept);
    run("rm", "-r", server.dataDir().resolve("store").toString());
    run("cp", "-a", folder + "/backup", server.dataDir().resolve("store").toString());

    requireBack(kept);
  }

  @Test
  void databases_outlive_the_loss_of_a_store_on_postgresql() throws Exception {
    try (TestSource postgres = TestSource.start(folder, 0)) {
      postgres.execute(EMPTY);
      serveOn(postgres);
      Clone kept = databaseWithTea();
      String backup = folder.resolve("store.dump").toString();
      runOn(postgres, "pg_dump", "--format=custom", "--file=" + backup);
      server.terminate();

      postgres.execute(EMPTY);
      requireRefusal(kept);
      runOn(postgres, "pg_restore", "--clean", "--if-exists", "--single-transaction", backup);

      // A running server writes to the store after the dump, so the restored store is older.
      server.with("--accept-older-store");
      requireBack(kept);
      server.terminate();
    }
  }

  @Test
  void a_backup_that_is_older_than_what_is_there_is_refused_and_nothing_is_deleted()
      throws Exception {
    server.start();
    Clone kept = databaseWithTea();
    server.terminate();
    run("cp", "-a", server.dataDir().resolve("store").toString(), folder + "/backup");
    server.start();
    Clone later = later(kept);
    server.terminate();
    run("rm", "-r", server.dataDir().resolve("store").toString());
    run("cp", "-a", folder + "/backup", server.dataDir().resolve("store").toString());

    requireOlder();
    assertThat(later.read("SELECT name FROM tea")).isEqualTo("darjeeling");

    server.with("--accept-older-store");
    requireBack(kept);
    await("the later one is stopped").until(() -> isRefused(later));
    server.terminate();
    requireRestored(later);
  }

  private void requireRestored(Clone later) {
    String listed = orphans("list");
    String line =
        listed.lines().filter(one -> one.contains("database, unchanged")).findFirst().orElseThrow();
    assertThat(line)
        .contains(" later ", "postgresql 15", "memory 512m storage 5g cpu 1", ":" + later.port());
    assertThat(orphans("restore", line.substring(0, line.indexOf(' '))))
        .contains("restored as database later");
    assertThat(orphans("list")).contains("there are no orphans");

    server.start();
    assertThat(member.awaitRest()).hasSize(2);
    assertThat(later.read("SELECT name FROM tea")).isEqualTo("darjeeling");
  }

  private static boolean isRefused(Clone database) {
    try {
      database.read("SELECT 1");
      return false;
    } catch (AssertionError | RuntimeException refused) {
      return true;
    }
  }

  private String orphans(String... words) {
    List<String> command = new ArrayList<>(List.of("orphans"));
    command.addAll(List.of(words));
    Run run = server.runOnDataDir(command);
    assertThat(run.exitCode()).as(run.said()).isZero();
    return run.said();
  }

  @Test
  void a_dump_of_a_serving_store_is_older_than_what_was_made_after_it() throws Exception {
    try (TestSource postgres = TestSource.start(folder, 0)) {
      postgres.execute(EMPTY);
      serveOn(postgres);
      Clone kept = databaseWithTea();
      String backup = folder.resolve("store.dump").toString();
      runOn(postgres, "pg_dump", "--format=custom", "--file=" + backup);
      Clone later = later(kept);
      server.kill();
      runOn(postgres, "pg_restore", "--clean", "--if-exists", "--single-transaction", backup);

      requireOlder();

      assertThat(later.read("SELECT name FROM tea")).isEqualTo("darjeeling");
    }
  }

  private Clone later(Clone kept) {
    String before = mark();
    member.create("later").join();
    Clone later = member.login("later");
    later.execute("CREATE TABLE tea AS SELECT 'darjeeling' AS name");
    kept.execute("SELECT 1");
    await("the data plane has taken note").until(() -> !mark().equals(before));
    return later;
  }

  private String mark() {
    try {
      return Files.readString(server.dataDir().resolve("owner"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void requireOlder() {
    Run refusal = server.refuse();
    assertThat(refusal.exitCode()).as(refusal.said()).isEqualTo(2);
    assertThat(refusal.said().lines().filter(line -> line.startsWith("goldenrod serve: ")))
        .singleElement()
        .asString()
        .contains(
            "older than the data in data directory " + server.dataDir(),
            "the store is at mark",
            "the data plane at mark",
            "--accept-older-store");
  }

  private Clone databaseWithTea() {
    member.create("kept").join();
    Clone kept = member.login("kept");
    kept.execute("CREATE TABLE tea AS SELECT 'assam' AS name");
    return kept;
  }

  /** An empty store is a different store, which must not take over the databases. */
  private void requireRefusal(Clone kept) {
    Run refusal = server.refuse();
    assertThat(refusal.exitCode()).isEqualTo(2);
    assertThat(refusal.said()).contains("belongs to another store", server.dataDir().toString());
    assertThat(kept.read("SELECT name FROM tea")).isEqualTo("assam");
  }

  private void requireBack(Clone kept) {
    server.start();
    assertThat(member.awaitRest()).containsOnlyKeys("kept");
    assertThat(member.login("kept")).isEqualTo(kept);
    assertThat(kept.read("SELECT name FROM tea")).isEqualTo("assam");
  }

  private void serveOn(TestSource postgres) {
    server
        .withVariable("GOLDENROD_STORE_URL", "jdbc:" + address(postgres))
        .withVariable("GOLDENROD_STORE_USER", postgres.postgres().database())
        .withVariable("GOLDENROD_STORE_PASSWORD", postgres.postgres().password())
        .start();
  }

  private static String address(TestSource postgres) {
    return "postgresql://%s:%d/%s"
        .formatted(
            postgres.postgres().host(), postgres.postgres().port(), postgres.postgres().database());
  }

  private static void runOn(TestSource postgres, String program, String... options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program, "--dbname"));
    command.add(address(postgres).replace("://", "://" + postgres.postgres().database() + "@"));
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("PGPASSWORD", postgres.postgres().password());
    end(builder);
  }

  private static void run(String... command) throws IOException, InterruptedException {
    end(new ProcessBuilder(command));
  }

  private static void end(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as("%s: %s", builder.command(), said).isZero();
  }
}
