package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;

/** Clients that perform operations of every kind and record what the server acknowledged. */
final class PowerCutClients {
  static final String MAIN = "main";
  static final String PROMOTED = "promoted";

  private static final String GOLDEN = "shop";
  private static final String LINES = "SELECT count(*) FROM sales.line";
  private static final String ROWS = "200";

  private final Member member;
  private final DatabaseMember databases;
  private final EndlessInserts inserts;
  private final String source;
  private final int number;
  private final DurabilityChecks checks = new DurabilityChecks();

  /**
   * @param inserts the client that writes to the database {@link #MAIN}
   * @param source id of the golden's source
   * @param number suffix of the new databases' names
   */
  PowerCutClients(ServerProcess server, EndlessInserts inserts, String source, int number) {
    this.member = new Member(server);
    this.databases = new DatabaseMember(server);
    this.inserts = inserts;
    this.source = source;
    this.number = number;
  }

  /** Starts all operations; the clone to reset has a table {@code mark}. */
  DurabilityChecks begin(Member.Clone reset, Member.Clone deleted) {
    checks.startClient("create", this::create);
    checks.startClient("branch", this::branch);
    checks.startClient("snapshot", this::snapshot);
    checks.startClient("promote", this::promote);
    checks.startClient("launch", this::launch);
    checks.startClient("import", this::importVersion);
    checks.startClient("reset", () -> reset(reset));
    checks.startClient("delete", () -> delete(deleted));
    return checks;
  }

  private void create() {
    String name = "made-" + number;
    require(databases.create(name).join());
    addCheck(name + " is made", () -> assertIsThere(name));
    commit(databases.login(name, checks::isCut), name);
  }

  private void branch() {
    String name = "branch-" + number;
    long written = inserts.acknowledged();
    require(databases.branch(MAIN, name).join());
    addCheck(name + " is made", () -> assertHolds(name, written));
    commit(databases.login(name, checks::isCut), name);
  }

  private void snapshot() {
    String name = "snapshot-" + number;
    long written = inserts.acknowledged();
    require(databases.takeSnapshot(MAIN, name).join());
    addCheck(name + " is asked for", () -> awaitSnapshot(name));
    awaitSnapshot(name);
    addCheck(name + " is ready", () -> assertBranches(awaitSnapshot(name), written));
  }

  private void promote() {
    String name = "next-" + number;
    require(databases.branch(PROMOTED, name).join());
    databases.login(name, checks::isCut).execute("UPDATE round SET number = " + number);
    require(databases.change(name, "promote").join());
    addCheck(name + " is promoted", this::assertPromoted);
  }

  private void launch() {
    String id = member.startLaunch(GOLDEN, 1);
    addCheck("launch", () -> member.awaitReady(id));
    member.awaitReady(id);
    Member.Clone clone = member.credentials(id);
    addCheck("a clone is Ready", () -> assertThat(ready(clone).read(LINES)).isEqualTo(ROWS));
    commit(clone, "clone " + id);
  }

  private void importVersion() {
    String id = member.startImport(source, GOLDEN);
    addCheck("import", () -> member.awaitImport(id));
    JsonNode job = member.awaitImport(id);
    assertThat(job.path("phase").asText()).as(job.toString()).isEqualTo("Succeeded");
    int version = job.path("version").asInt();
    addCheck(
        "version " + version + " is imported",
        () -> assertThat(member.launch(GOLDEN, version).read(LINES)).isEqualTo(ROWS));
  }

  private void reset(Member.Clone clone) {
    addCheck("a clone was there", () -> assertThat(ready(clone).read(LINES)).isEqualTo(ROWS));
    member.reset(clone.id());
    addCheck("reset", () -> assertThat(ready(clone).read(exists("mark"))).isEqualTo("f"));
  }

  private void delete(Member.Clone clone) {
    member.delete(clone.id());
    addCheck(
        "deleted",
        () -> assertThat(Member.statusOf(() -> member.instance(clone.id()))).isEqualTo(404));
  }

  private void commit(Member.Clone database, String what) {
    database.execute("CREATE TABLE committed AS SELECT 1 AS row");
    addCheck(
        "commit in " + what,
        () -> assertThat(answering(database).read("SELECT row FROM committed")).isEqualTo("1"));
  }

  private void assertIsThere(String name) {
    assertThat(databases.awaitRest()).containsKey(name);
    databases.login(name);
  }

  private void assertHolds(String name, long written) {
    assertIsThere(name);
    assertThat(EndlessInserts.writtenIn(databases.login(name))).isGreaterThanOrEqualTo(written);
  }

  private void assertBranches(JsonNode snapshot, long written) {
    String name = "of-snapshot-" + number;
    databases.branchOfSnapshot(snapshot.path("id").asText(), name).join();
    assertHolds(name, written);
  }

  private void assertPromoted() {
    databases.awaitRest();
    assertThat(databases.login(PROMOTED).read("SELECT number FROM round"))
        .isEqualTo(Integer.toString(number));
  }

  private JsonNode awaitSnapshot(String name) {
    return databases.awaitSnapshots(MAIN).stream()
        .filter(one -> one.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no snapshot " + name));
  }

  private Member.Clone ready(Member.Clone clone) {
    member.awaitReady(clone.id());
    return answering(clone);
  }

  private static Member.Clone answering(Member.Clone database) {
    await("answers").until(database::answers, Boolean::booleanValue);
    return database;
  }

  private static String exists(String table) {
    return "SELECT to_regclass('" + table + "') IS NOT NULL";
  }

  private void addCheck(String what, Runnable check) {
    checks.add(what, check);
  }

  private static void require(boolean answered) {
    assertThat(answered).as("answered").isTrue();
  }
}
