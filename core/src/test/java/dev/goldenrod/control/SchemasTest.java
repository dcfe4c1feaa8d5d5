package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.Databases.Create;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.idempotency.IdempotencyKey;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.SchemaChanges;
import dev.goldenrod.port.SchemaChanges.Difference;
import dev.goldenrod.port.SchemaChanges.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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
    assertThat(changes("trial")).contains("The two are the same.");
    plane.write(login("trial"), "CREATE TABLE item ()");

    assertThat(changes("trial"))
        .isEqualTo(
            """
            -- Turns the schema of database 'shop' into that of 'trial'.
            -- Tried on a copy of 'shop': 1 of 1 statements worked, 0 objects differ still.

            CREATE TABLE item ();
            """);
    assertThat(plane.inventory().databases()).hasSize(2);
    assertThat(plane.read(login("shop"))).isEmpty();
  }

  @Test
  void a_database_of_mongodb_has_no_schema_to_tell() {
    databases.create(
        ada,
        new Create("docs", DatabaseType.MONGODB, "7.0", DatabaseConfig.DEFAULT),
        IdempotencyKey.none());
    settle();

    assertThat(refusal(() -> control.schemas().ddl(ada, "docs")))
        .hasMessageContaining("'docs' is MongoDB")
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

    CompletableFuture<String> answer = control.schemas().changes(ada, "trial");

    CompletionException failure = catchThrowableOfType(CompletionException.class, answer::join);
    assertThat(((ControlPlaneException) failure.getCause()).code())
        .isEqualTo(ErrorCode.SCHEMA_NOT_AVAILABLE);
    assertThat(failure).hasMessageContaining("the disk is full");
    assertThat(plane.inventory().databases()).hasSize(2);
  }

  @Test
  void what_failed_or_has_no_statement_stays_in_the_comment_whatever_it_holds() {
    SchemaChanges changes =
        new SchemaChanges(
            List.of(
                new Statement("DROP TABLE a;", ""),
                new Statement("DROP TABLE\n\\! true\rb;", "it is\u2028needed")),
            List.of(new Difference("FUNCTION f()", "", "CREATE FUNCTION f()\n\\! true")));

    String text = new SchemaScript("shop", "trial", changes).text();

    assertThat(text.lines().filter(line -> !line.startsWith("--") && !line.isEmpty()))
        .containsExactly("DROP TABLE a;");
    assertThat(text)
        .contains("1 of 2 statements worked, 1 objects differ still")
        .contains("FAILED when it was tried: it is")
        .contains("NOT EXPRESSED: FUNCTION f()")
        .contains("in 'shop' then: not there");
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
