package dev.goldenrod.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import dev.goldenrod.http.service.OpenApi;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Checks the OpenAPI document against common linter and generator rules. */
class OpenApiLintTest {
  private static final String IRI = "https://goldenrod.invalid/openapi.json";
  private static final String METHODS = "get|post|patch|put|delete";

  /** Names that collide with language keywords or with types of generated clients. */
  private static final Set<String> UNUSABLE_NAMES =
      Set.of(
          "Error", "Import", "Version", "Object", "String", "Date", "Map", "Response", "Request");

  private final JsonNode root = root();
  private final SchemaRegistry schemas =
      SchemaRegistry.withDefaultDialect(
          Dialects.getOpenApi31(),
          builder ->
              builder
                  .schemas(Map.of(IRI, root.toString()))
                  .schemaRegistryConfig(
                      SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));

  private static JsonNode root() {
    try {
      return new JsonMapper().readTree(OpenApi.text());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Map<String, JsonNode> operations() {
    Map<String, JsonNode> operations = new TreeMap<>();
    root.path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue().properties().stream()
                    .filter(method -> method.getKey().matches(METHODS))
                    .forEach(
                        method ->
                            operations.put(
                                "/paths/"
                                    + path.getKey().replace("/", "~1")
                                    + "/"
                                    + method.getKey(),
                                method.getValue())));
    return operations;
  }

  /** All media types with a schema below the pointer, by their pointers. */
  private static Map<String, JsonNode> mediaTypes(String pointer, JsonNode node) {
    Map<String, JsonNode> found = new LinkedHashMap<>();
    node.properties()
        .forEach(
            field -> {
              String below = pointer + "/" + field.getKey().replace("/", "~1");
              if (pointer.endsWith("/content")) {
                found.put(below, field.getValue());
              } else {
                found.putAll(mediaTypes(below, field.getValue()));
              }
            });
    return found;
  }

  private Map<String, JsonNode> mediaTypes() {
    Map<String, JsonNode> all = new TreeMap<>();
    operations().forEach((pointer, operation) -> all.putAll(mediaTypes(pointer, operation)));
    all.putAll(mediaTypes("/components/responses", root.at("/components/responses")));
    return all;
  }

  private List<JsonNode> examples(JsonNode mediaType) {
    if (mediaType.has("example")) {
      return List.of(mediaType.path("example"));
    }
    return mediaType.path("examples").findValuesAsText("$ref").stream()
        .map(reference -> root.at(reference.substring(1)).path("value"))
        .toList();
  }

  @Test
  void each_operation_has_an_id_of_its_own_that_begins_with_a_verb() {
    List<String> ids =
        operations().values().stream().map(one -> one.path("operationId").asText()).toList();

    assertThat(ids).doesNotHaveDuplicates();
    assertThat(ids).allSatisfy(id -> assertThat(id).matches("([a-z]+[A-Z][A-Za-z]+|login|logout)"));
  }

  @Test
  void each_operation_has_a_summary_a_description_and_a_tag_that_is_described() {
    Set<String> tags = new TreeSet<>();
    root.path("tags")
        .forEach(
            tag -> {
              tags.add(tag.path("name").textValue());
              assertThat(tag.path("description").asText()).as(tag.toString()).isNotBlank();
            });

    assertThat(operations())
        .allSatisfy(
            (pointer, operation) -> {
              assertThat(operation.path("summary").asText()).isNotBlank();
              assertThat(operation.path("description").asText()).isNotBlank();
              assertThat(operation.path("tags")).hasSize(1);
              assertThat(tags).contains(operation.path("tags").path(0).asText());
            });
  }

  @Test
  void each_operation_tells_of_success_and_of_errors_of_the_client() {
    assertThat(operations())
        .allSatisfy(
            (pointer, operation) -> {
              // A WebSocket operation has no 2xx response; a plain request gets 426.
              assertThat(operation.path("responses").properties())
                  .anyMatch(response -> response.getKey().matches("2..|426"))
                  .anyMatch(response -> response.getKey().startsWith("4"));
            });
  }

  @Test
  void each_body_has_an_example_that_fits_its_schema() {
    assertThat(mediaTypes()).hasSizeGreaterThan(70);
    assertThat(mediaTypes())
        .allSatisfy(
            (pointer, mediaType) -> {
              assertThat(examples(mediaType)).isNotEmpty();
              assertThat(examples(mediaType))
                  .allSatisfy(example -> assertFits(pointer + "/schema", example));
            });
  }

  private void assertFits(String pointer, JsonNode example) {
    assertThat(schemas.getSchema(SchemaLocation.of(IRI + "#" + pointer)).validate(example))
        .as(pointer)
        .isEmpty();
  }

  @Test
  void each_json_body_is_a_named_schema() {
    assertThat(mediaTypes())
        .allSatisfy(
            (pointer, mediaType) -> {
              if (pointer.endsWith("json") && !pointer.contains("openapi.json")) {
                assertThat(mediaType.path("schema").has("$ref")).isTrue();
              }
            });
  }

  @Test
  void each_schema_is_described_and_used_under_a_name_that_generators_can_use() {
    String document = root.toString();
    assertThat(root.at("/components/schemas").properties())
        .allSatisfy(
            schema -> {
              assertThat(schema.getKey()).matches("[A-Z][A-Za-z]+").isNotIn(UNUSABLE_NAMES);
              assertThat(schema.getValue().path("description").asText()).isNotBlank();
              assertThat(document).contains("\"#/components/schemas/" + schema.getKey() + "\"");
            });
  }

  @Test
  void no_object_is_without_fields_but_the_document_itself() {
    Map<String, JsonNode> untyped = new TreeMap<>();
    root.at("/components/schemas")
        .properties()
        .forEach(schema -> addUntyped(schema.getKey(), schema.getValue(), untyped));

    assertThat(untyped).isEmpty();
  }

  private static void addUntyped(String where, JsonNode node, Map<String, JsonNode> untyped) {
    if (node.path("type").asText().equals("object") && !node.has("properties")) {
      untyped.put(where, node);
    }
    node.properties()
        .forEach(field -> addUntyped(where + "/" + field.getKey(), field.getValue(), untyped));
  }
}
