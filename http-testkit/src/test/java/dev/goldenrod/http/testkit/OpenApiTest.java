package dev.goldenrod.http.testkit;

import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.http.route.Permission.Access;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.service.OpenApi;
import dev.goldenrod.testing.InMemoryStore;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The OpenAPI document matches the behavior of the server exactly. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenApiTest {
  private static final int INCIDENT = 500;

  private final OpenApiDocument document = OpenApiDocument.read();
  private TestServer server;
  private List<Route> routes;

  @BeforeAll
  void serve() {
    server = TestServer.of(new InMemoryStore());
    routes = server.routes();
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private static String name(Route route) {
    return route.method() + " " + route.path();
  }

  private String operation(Route route) {
    return document.operationOf(name(route)).orElseThrow();
  }

  @Test
  void it_is_an_open_api_document_of_version_3_1() {
    ParseOptions options = new ParseOptions();
    options.setResolve(true);
    SwaggerParseResult result = new OpenAPIV3Parser().readContents(OpenApi.text(), null, options);

    assertThat(result.getMessages()).isEmpty();
    assertThat(result.isOpenapi31()).isTrue();
    assertThat(result.getOpenAPI().getPaths()).isNotEmpty();
  }

  @Test
  void it_is_served_with_the_release_of_the_server() {
    JsonNode served = server.send("nobody", "GET", "/openapi.json", "").json();

    assertThat(served.at("/info/version").textValue()).isEqualTo("1.2.3");
    assertThat(served.at("/servers/0/url").textValue()).isEqualTo("/");
    ((ObjectNode) served.path("info")).put("version", OpenApi.NO_RELEASE);
    assertThat(served).isEqualTo(OpenApi.document(OpenApi.NO_RELEASE, ""));
  }

  @Test
  void its_operations_are_the_routes() {
    assertThat(document.servedOperations())
        .containsExactlyInAnyOrderElementsOf(routes.stream().map(OpenApiTest::name).toList());
  }

  @Test
  void its_statuses_are_those_of_the_conformance_table() {
    Map<String, Set<Integer>> described =
        document.operations().stream()
            .collect(Collectors.toMap(one -> one, document::statuses, (a, b) -> a, TreeMap::new));

    assertThat(statusesOfTheTable()).isEqualTo(described);
  }

  private Map<String, Set<Integer>> statusesOfTheTable() {
    return HttpConformance.rows(routes)
        .filter(row -> row.status() != INCIDENT)
        .filter(row -> document.operationOf(row.request()).isPresent())
        .collect(
            Collectors.groupingBy(
                row -> document.operationOf(row.request()).orElseThrow(),
                TreeMap::new,
                mapping(Row::status, toCollection(TreeSet::new))));
  }

  @Test
  void it_asks_for_a_token_where_the_route_does() {
    assertThat(routes)
        .allSatisfy(
            route ->
                assertThat(document.isPublic(operation(route)))
                    .as(name(route))
                    .isEqualTo(route.access() == Access.PUBLIC));
  }

  @Test
  void it_offers_an_idempotency_key_where_the_route_honours_it() {
    assertThat(routes)
        .allSatisfy(
            route ->
                assertThat(document.parameters(operation(route)).contains("Idempotency-Key"))
                    .as(name(route))
                    .isEqualTo(route.isReplayable()));
  }

  @Test
  void an_answer_it_does_not_describe_is_caught() {
    assertThatThrownBy(() -> document.requireAnswer("GET /health", 200, "{\"status\":\"ok\"}"))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(
            () ->
                document.requireAnswer(
                    "GET /health", 200, "{\"status\":\"ok\",\"version\":\"1\",\"more\":1}"))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> document.requireAnswer("POST /v1/auth/logout", 204, "{}"))
        .isInstanceOf(AssertionError.class);
  }
}
