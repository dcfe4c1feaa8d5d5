package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import dev.goldenrod.http.service.OpenApi;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The served OpenAPI document in strict mode: responses must not have undocumented fields. */
final class OpenApiDocument {
  private static final String IRI = "https://goldenrod.invalid/openapi.json";
  private static final String BODY = "/content/application~1json/schema";
  private static final Set<String> METHODS = Set.of("get", "post", "patch", "delete", "put");
  private static final JsonMapper JSON = new JsonMapper();

  private final JsonNode root;
  private final SchemaRegistry schemas;
  private final Map<String, String> operations = new TreeMap<>();

  private OpenApiDocument(JsonNode root) {
    this.root = root;
    this.schemas =
        SchemaRegistry.withDefaultDialect(
            Dialects.getOpenApi31(),
            builder ->
                builder
                    .schemas(Map.of(IRI, root.toString()))
                    .schemaRegistryConfig(
                        SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));
    root.path("paths")
        .properties()
        .forEach(path -> path.getValue().properties().forEach(op -> add(path.getKey(), op)));
  }

  static OpenApiDocument read() {
    try {
      JsonNode root = JSON.readTree(OpenApi.text());
      root.at("/components/schemas").properties().stream()
          .filter(schema -> !schema.getKey().endsWith("Request"))
          .forEach(schema -> close(schema.getValue()));
      return new OpenApiDocument(root);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void close(JsonNode schema) {
    if (schema.has("properties") && !schema.has("additionalProperties")) {
      ((ObjectNode) schema).put("additionalProperties", false);
    }
  }

  private void add(String path, Map.Entry<String, JsonNode> operation) {
    if (METHODS.contains(operation.getKey())) {
      String name = operation.getKey().toUpperCase(Locale.ROOT) + " " + path;
      String escaped = path.replace("~", "~0").replace("/", "~1");
      operations.put(name, "/paths/" + escaped + "/" + operation.getKey());
    }
  }

  /** Returns all operations, such as {@code GET /v1/users/{id}}. */
  Set<String> operations() {
    return operations.keySet();
  }

  /** Returns the operation of a request such as {@code GET /v1/users/7?a=b}. */
  Optional<String> operationOf(String request) {
    String path = request.split("\\?", 2)[0];
    return operations.keySet().stream()
        .filter(operation -> requests(operation).anyMatch(path::matches))
        .findFirst();
  }

  private Stream<String> requests(String operation) {
    String pattern = operation.replaceAll("\\{\\w+}", "[^/]+");
    return servers(operation).map(server -> pattern.replaceFirst(" /", " " + server));
  }

  /** Returns the operations with every path at which they are served, including {@code /api}. */
  List<String> servedOperations() {
    return operations.keySet().stream()
        .flatMap(
            operation ->
                servers(operation).map(server -> operation.replaceFirst(" /", " " + server)))
        .toList();
  }

  /** Returns the base paths of an operation: the path's own servers, otherwise the root. */
  private Stream<String> servers(String operation) {
    JsonNode path = root.at(pointer(operation).replaceFirst("/\\w+$", ""));
    return path.has("servers")
        ? path.get("servers").findValuesAsText("url").stream()
            .map(url -> url.endsWith("/") ? url : url + "/")
        : Stream.of("/");
  }

  Set<Integer> statuses(String operation) {
    Set<Integer> statuses = new TreeSet<>();
    node(operation)
        .path("responses")
        .fieldNames()
        .forEachRemaining(
            status -> {
              if (!status.equals("default") && !status.equals("4XX")) {
                statuses.add(Integer.valueOf(status));
              }
            });
    return statuses;
  }

  boolean isPublic(String operation) {
    JsonNode security = node(operation).path("security");
    return security.isArray() && security.isEmpty();
  }

  Set<String> parameters(String operation) {
    Set<String> names = new TreeSet<>();
    node(operation)
        .path("parameters")
        .forEach(one -> names.add(resolved(one).get("name").asText()));
    return names;
  }

  List<String> fields(String operation) {
    List<String> names = new ArrayList<>();
    JsonNode schema = resolved(root.at(pointer(operation) + "/requestBody" + BODY));
    schema.path("properties").fieldNames().forEachRemaining(names::add);
    return names;
  }

  /**
   * Checks a request body against its schema. A null counts as a missing field, and cores may be a
   * number.
   */
  void requireRequest(String operation, String body) {
    String schema = pointer(operation) + "/requestBody" + BODY;
    if (node(operation).at("/requestBody/content").has("application/octet-stream")) {
      return;
    }
    if (root.at(schema).isMissingNode()) {
      throw new AssertionError(operation + " takes no body, got " + body);
    }
    if (parse(body).isNull()) {
      assertThat(node(operation).at("/requestBody/required").asBoolean()).as(operation).isFalse();
      return;
    }
    ObjectNode given = (ObjectNode) parse(body);
    given.properties().removeIf(field -> field.getValue().isNull());
    if (given.at("/config/cpu").isNumber()) {
      ((ObjectNode) given.get("config")).put("cpu", given.at("/config/cpu").asText());
    }
    require(operation + " takes " + body, schema, given);
  }

  void requireAnswer(String operation, int status, String body) {
    JsonNode responses = node(operation).path("responses");
    String key = responses.has(String.valueOf(status)) ? String.valueOf(status) : "default";
    String response = pointer(operation) + "/responses/" + key;
    String target = responses.path(key).path("$ref").asText("");
    String schema = (target.isEmpty() ? response : target.substring(1)) + BODY;
    JsonNode content = responses.path(key).at("/content");
    boolean isText =
        Stream.of(
                "application/sql",
                "application/gzip",
                "text/plain",
                "application/x-pem-file",
                "application/vnd.goldenrod.attestation")
            .anyMatch(content::has);
    if (isText) {
      return;
    }
    boolean described = !root.at(schema).isMissingNode();
    String what = operation + " answers " + status + " " + body;
    if (described == body.isEmpty()) {
      String how = described ? "with" : "without";
      throw new AssertionError(what + ", which is described " + how + " a body");
    }
    if (described) {
      require(what, schema, parse(body));
    }
  }

  private void require(String what, String schema, JsonNode value) {
    List<Error> errors = schemas.getSchema(SchemaLocation.of(IRI + "#" + schema)).validate(value);
    if (!errors.isEmpty()) {
      throw new AssertionError(what + ", which is described otherwise: " + errors);
    }
  }

  private String pointer(String operation) {
    return Optional.ofNullable(operations.get(operation))
        .or(() -> operationOf(operation).map(operations::get))
        .orElseThrow();
  }

  private JsonNode node(String operation) {
    return root.at(JsonPointer.compile(pointer(operation)));
  }

  private JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? root.at(node.get("$ref").asText().substring(1)) : node;
  }

  private static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new AssertionError("no JSON: " + json, e);
    }
  }
}
