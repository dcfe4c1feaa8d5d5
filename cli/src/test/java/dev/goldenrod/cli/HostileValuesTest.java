package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests malicious names, messages and arguments. */
class HostileValuesTest {
  private static final String ESCAPES = "a\u001b[2Jb\u009b31mc\u202ed\re\nf\u0007g";
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path home;
  private StubServer server;

  @BeforeEach
  void start() {
    server = new StubServer(home);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void withDatabase(String name, String message) {
    ObjectNode answer = JSON.createObjectNode();
    answer.putArray("databases").add(database(name, message));
    server.with("GET /v1/databases", 200, answer.toString());
  }

  private static ObjectNode database(String name, String message) {
    return JSON.createObjectNode()
        .put("id", "one")
        .put("name", name)
        .put("status", "running")
        .put("message", message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"table", "json", "yaml", "name", "csv"})
  void nothing_that_a_terminal_obeys_is_printed(String format) {
    withDatabase(ESCAPES, ESCAPES);

    Result listed = server.type("database", "list", "-o", format);
    assertThat(listed.code()).isZero();
    assertThat(listed.out()).doesNotContainPattern("[\\p{Cc}&&[^\\n]]");
    assertThat(server.type("database", "show", ESCAPES, "-o", format).out())
        .doesNotContainPattern("[\\p{Cc}&&[^\\n]]");
    if (!format.equals("yaml")) {
      assertThat(listed.out()).doesNotContain("\u202e");
    }
  }

  @Test
  void JSON_is_what_the_server_said() {
    withDatabase(ESCAPES, "");

    assertThat(server.type("database", "list", "-o", "json").json().at("/0/name").asText())
        .isEqualTo(ESCAPES);
  }

  @Test
  void neither_refusals_nor_questions_nor_requests_that_are_told_draw_on_the_terminal() {
    ObjectNode refusal = JSON.createObjectNode().put("error", ESCAPES);
    refusal.putArray("children").addObject().put("name", ESCAPES).put("phase", ESCAPES);
    server.with("GET /v1/engines", 409, refusal.toString());
    withDatabase(ESCAPES, "");

    assertThat(server.type("engines").err()).doesNotContainPattern("[\\p{Cc}&&[^\\n]]");
    assertThat(server.type("engines", "-o", "json").err())
        .doesNotContainPattern("[\\p{Cc}&&[^\\n]]");
    assertThat(server.type("database", "delete", ESCAPES, "-v", "--dry-run").err())
        .doesNotContainPattern("[\\p{Cc}&&[^\\n]]");
    assertThat(server.type(ESCAPES).err()).doesNotContainPattern("[\\p{Cc}&&[^\\n]]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=1+1",
        "+1",
        "-1+cmd|' /C calc'!A0",
        "@SUM(A1)",
        "\t=1",
        " =1",
        "|x",
        "%0A",
        "\n=1"
      })
  void no_cell_is_run_by_a_spreadsheet(String formula) {
    withDatabase("main", formula);

    String row = server.type("database", "list", "-o", "csv").out().split("\n", 2)[1];
    assertThat(row).containsPattern("^main,.*,\"?'").doesNotContain("," + formula.strip());
  }

  @Test
  void numbers_texts_with_commas_and_lines_are_as_RFC_4180_has_them() {
    withDatabase("main", "a \"b\", c\nd");

    assertThat(server.type("database", "list", "-o", "csv").out())
        .contains(",\"a \"\"b\"\", c\nd\"\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a/b",
        "..",
        ".",
        "a?b",
        "a%2fb",
        "a b",
        "",
        "branches",
        "ä",
        "a#b",
        "../users",
        "%00"
      })
  void what_is_typed_reaches_no_other_route(String name) {
    ArrayNode nothing = JSON.createArrayNode();
    server.with("GET /v1/databases", 200, "{\"databases\": " + nothing + "}");
    server.with("GET /v1/instances", 200, "{\"instances\": " + nothing + "}");
    server.with("GET /v1/snapshots", 200, "{\"snapshots\": " + nothing + "}");
    server.with("GET /v1/imports", 200, "{\"imports\": " + nothing + "}");

    for (String[] typed :
        new String[][] {
          {"database", "delete", "--yes", "--force", name},
          {"database", "stop", name},
          {"branch", "create", name, "x"},
          {"branch", "list", name},
          {"snapshot", "list", name},
          {"schema", name},
          {"clone", "delete", "--yes", name},
          {"golden", "delete", "--yes", name},
          {"import", "show", name}
        }) {
      assertThat(server.type(typed).code()).as(String.join(" ", typed)).isEqualTo(3);
    }
    assertThat(server.asked())
        .allMatch(
            it ->
                it.matches(
                    "GET /v1/(databases|snapshots|imports\\?limit=1000|instances\\?name=[\\w%.-]*)"));
  }

  @Test
  void a_database_of_any_name_is_asked_for_by_that_name() {
    withDatabase("a/../b?c%d", "");

    server.type("database", "stop", "a/../b?c%d");
    assertThat(server.asked()).contains("POST /v1/databases/a%2F..%2Fb%3Fc%25d/stop");
  }

  @Test
  void a_name_that_is_a_step_of_a_path_is_no_step() {
    withDatabase("..", "");

    assertThat(server.type("database", "stop", "..").code()).isEqualTo(1);
    assertThat(server.asked()).containsExactly("GET /v1/databases");
  }

  @Test
  void a_name_may_look_like_an_option_or_an_id() {
    String idLike = "abcdef01-0000-4000-8000-000000000000";
    withDatabase("--force", "");
    assertThat(server.type("database", "show", "--", "--force").code()).isZero();

    withDatabase(idLike, "");
    assertThat(server.type("database", "show", idLike).code()).isZero();

    server.with(
        "GET /v1/instances",
        200,
        "{\"instances\": [{\"id\": \"two\", \"name\": \"" + idLike + "\", \"phase\": \"Ready\"}]}");
    assertThat(server.type("clone", "show", idLike, "-o", "json").json().path("id").asText())
        .isEqualTo("two");
  }

  @Test
  void two_of_a_name_are_told_apart_by_their_ids() {
    server.with(
        "GET /v1/users",
        200,
        "{\"users\": [{\"id\": \"1\", \"email\": \"a@b\"}, {\"id\": \"2\", \"email\": \"a@b\"}]}");

    Result disabled = server.type("member", "disable", "A@B");
    assertThat(disabled.code()).isEqualTo(5);
    assertThat(disabled.err()).contains("matches 2 members");
  }

  @Test
  void many_are_listed() {
    ObjectNode answer = JSON.createObjectNode();
    ArrayNode all = answer.putArray("databases");
    for (int i = 0; i < 20_000; i++) {
      all.add(database("database-" + i, "x".repeat(i % 50)));
    }
    server.with("GET /v1/databases", 200, answer.toString());

    assertThat(server.type("database", "list").out().lines()).hasSize(20_001);
  }
}
