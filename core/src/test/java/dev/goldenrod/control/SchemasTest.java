package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.Databases.Create;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.SchemaChanges;
import dev.goldenrod.port.SchemaChanges.Difference;
import dev.goldenrod.port.SchemaChanges.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SchemasTest extends DatabasesFixture {
  @Test
  void the_schema_of_a_running_database_can_be_read() {
    create("shop");
    assertThat(refusal(() -> control.schemas().ddl(ada, "shop")).code())
        .isEqualTo(ErrorCode.CONFLICT_BECAUSE);
    settle();
    plane.write(login("shop"), "CREATE TABLE item ()");

    assertThat(control.schemas().ddl(ada, "shop").join()).isEqualTo("CREATE TABLE item ()");
  }

  @Test
  void changes_are_tried_on_a_copy_of_the_parent_that_is_gone_afterwards() {
    create("shop");
    settle();
    branch("shop", "trial");
    settle();
    assertThat(changes("trial")).contains("The schemas are the same.");
    plane.write(login("trial"), "CREATE TABLE item ()");

    assertThat(changes("trial"))
        .isEqualTo(
            """
            -- Turns the schema of database 'shop' into that of 'trial'.
            -- Tried on a copy of 'shop': 1 of 1 statements worked, 0 objects still differ, 0 statements can lose data.

            CREATE TABLE item ();
            """);
    assertThat(plane.inventory().databases()).hasSize(2);
    assertThat(plane.read(login("shop"))).isEmpty();
  }

  @Test
  void settings_of_the_session_do_not_count_as_changes_unless_they_fail() {
    List<Statement> statements =
        List.of(
            new Statement("SET check_function_bodies = false;", ""),
            new Statement("SELECT pg_catalog.set_config('search_path', '', false);", ""),
            new Statement("CREATE TABLE item ();", ""),
            new Statement("SET SESSION AUTHORIZATION ada;", "no such role"));

    String script =
        new SchemaScript("shop", "trial", new SchemaChanges(statements, List.of())).text();

    assertThat(script).contains("1 of 2 statements worked", statements.get(0).sql());
  }

  @Test
  void a_database_of_mongodb_has_no_schema_to_tell() {
    databases.create(ada, new Create("docs", DatabaseType.MONGODB, "7.0", DatabaseConfig.DEFAULT));
    settle();

    assertThat(refusal(() -> control.schemas().ddl(ada, "docs")))
        .hasMessageContaining("'docs' is a MongoDB database")
        .returns(ErrorCode.SCHEMA_NOT_AVAILABLE, ControlPlaneException::code);
    assertThat(plane.inventory().databases()).hasSize(1);
  }

  @Test
  void only_branches_of_ones_own_that_run_have_changes() {
    create("shop");
    settle();
    branch("shop", "trial");
    settle();
    Actor eve = member("eve@example.org");

    assertThat(refusal(() -> changes("shop")).code()).isEqualTo(ErrorCode.NOT_A_BRANCH);
    assertThat(refusal(() -> control.schemas().changes(eve, "trial")).code())
        .isEqualTo(ErrorCode.FORBIDDEN);
    assertThat(refusal(() -> control.schemas().ddl(eve, "trial")).code())
        .isEqualTo(ErrorCode.FORBIDDEN);
    databases.stop(ada, "trial");
    settle();
    assertThat(refusal(() -> changes("trial"))).hasMessageContaining("is stopped");
  }

  @Test
  void a_copy_that_cannot_be_made_is_the_answer_and_leaves_nothing() {
    create("shop");
    settle();
    branch("shop", "trial");
    settle();
    plane.failNextDatabase("the disk is full");

    ControlPlaneException failure = failure(control.schemas().changes(ada, "trial"));

    assertThat(failure.code()).isEqualTo(ErrorCode.SCHEMA_NOT_AVAILABLE);
    assertThat(failure).hasMessageContaining("the disk is full");
    assertThat(plane.inventory().databases()).hasSize(2);
  }

  @Test
  void what_failed_or_has_no_statement_stays_in_the_comment_whatever_it_holds() {
    SchemaChanges changes =
        new SchemaChanges(
            List.of(
                new Statement("DROP TABLE a;", "", List.of("table a: 2\n\\! rows", "all of it")),
                new Statement("DROP TABLE\n\\! true\rb;", "it is\u2028needed")),
            List.of(new Difference("FUNCTION f()", "", "CREATE FUNCTION f()\n\\! true")));

    String text = new SchemaScript("shop", "trial", changes).text();

    assertThat(text.lines().filter(line -> !line.startsWith("--") && !line.isEmpty()))
        .containsExactly("DROP TABLE a;");
    assertThat(text)
        .contains("1 of 2 statements worked, 1 objects still differ, 1 statements can lose data")
        .contains("-- loses data: table a: 2\n-- \\! rows\n-- loses data: all of it\nDROP TABLE a;")
        .contains("FAILED when tried: it is")
        .contains("NOT EXPRESSED: FUNCTION f()")
        .contains("in 'shop' afterwards: missing");
  }

  @Test
  void an_answer_that_takes_too_long_is_refused_and_the_next_one_comes() {
    create("shop");
    settle();
    reopen(Duration.ofMillis(50));
    plane.delayAnswers(Duration.ofMinutes(5));

    assertThat(failure(control.schemas().ddl(ada, "shop")).code())
        .isEqualTo(ErrorCode.SCHEMA_TIMED_OUT);
    plane.delayAnswers(Duration.ZERO);

    await()
        .atMost(Duration.ofMinutes(8))
        .ignoreExceptions()
        .until(() -> control.schemas().ddl(ada, "shop").join(), ""::equals);
  }

  @Test
  void a_copy_that_is_not_there_in_time_is_removed() {
    create("shop");
    settle();
    branch("shop", "trial");
    settle();
    reopen(Duration.ofMillis(50));
    plane.holdDatabases();

    assertThat(failure(control.schemas().changes(ada, "trial")).code())
        .isIn(ErrorCode.SCHEMA_TIMED_OUT, ErrorCode.SCHEMA_NOT_AVAILABLE);

    await()
        .atMost(Duration.ofMinutes(8))
        .until(() -> plane.inventory().databases(), ids -> ids.size() == 2);
  }

  @Test
  void a_copy_that_a_kill_leaves_is_known_as_one_to_delete_in_minutes() {
    create("shop");
    settle();
    branch("shop", "trial");
    settle();
    plane.holdDatabases();

    CompletableFuture<String> changes = control.schemas().changes(ada, "trial");
    await()
        .atMost(Duration.ofMinutes(8))
        .until(() -> plane.inventory().databases(), ids -> ids.size() == 3);

    assertThat(control.orphans().list(ada))
        .singleElement()
        .satisfies(
            copy ->
                assertThat(plane.inventory().databases())
                    .contains(UUID.fromString(copy.reference())))
        .satisfies(
            copy ->
                assertThat(copy.deleteAt())
                    .isEqualTo(clock.instant().plus(settings.schemaTimeout().multipliedBy(2))));

    plane.releaseDatabases();
    changes.join();
    assertThat(control.orphans().list(ada)).isEmpty();
  }

  @Test
  void a_member_with_too_many_requests_is_refused_and_others_are_not() {
    create("shop");
    Actor eve = member("eve@example.org");
    databases.create(eve, postgres("eves"));
    settle();
    plane.delayAnswers(Duration.ofMinutes(5));
    List<CompletableFuture<String>> accepted =
        IntStream.range(0, 5).mapToObj(i -> control.schemas().ddl(ada, "shop")).toList();

    assertThat(refusal(() -> control.schemas().ddl(ada, "shop")).code())
        .isEqualTo(ErrorCode.CONFLICT_BECAUSE);
    CompletableFuture<String> others = control.schemas().ddl(eve, "eves");
    plane.delayAnswers(Duration.ZERO);

    assertThat(others.join()).isEmpty();
    assertThat(accepted).allSatisfy(answer -> assertThat(answer.join()).isEmpty());
  }

  @Test
  void without_space_for_a_copy_no_changes_are_tried() {
    create("shop");
    settle();
    branch("shop", "trial");
    settle();
    plane.exhaustStorage(true);

    assertThat(failure(control.schemas().changes(ada, "trial")).code())
        .isEqualTo(ErrorCode.STORAGE_EXHAUSTED);
  }

  private void reopen(Duration schemaTimeout) {
    control.close();
    settings = new Settings(10, 100, 3, Duration.ofSeconds(1), schemaTimeout, "goldenrod");
    open(plane);
  }

  private static ControlPlaneException failure(CompletableFuture<String> answer) {
    return (ControlPlaneException)
        catchThrowableOfType(CompletionException.class, answer::join).getCause();
  }

  @Test
  void nothing_is_read_once_the_control_plane_is_closed() {
    create("shop");
    settle();
    control.close();

    assertThatThrownBy(() -> control.schemas().ddl(ada, "shop").join()).isNotNull();
  }

  private String changes(String branch) {
    return control.schemas().changes(ada, branch).join();
  }
}
