package dev.goldenrod.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/** The OpenAPI document of the server. */
final class Description {
  static final ObjectMapper JSON = new ObjectMapper();

  private final JsonNode document;

  Description(JsonNode document) {
    this.document = document;
  }

  static Description read() {
    try (InputStream file =
        Description.class.getResourceAsStream("/dev/goldenrod/http/openapi.json")) {
      return new Description(JSON.readTree(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  record Operation(String id, String method, String path, JsonNode content) {
    boolean isOf(String askedMethod, String askedPath) {
      return method.equals(askedMethod)
          && Pattern.matches(path.replaceAll("\\{\\w+}", "[^/]+"), askedPath);
    }

    /** Returns the first documented 2xx status. */
    int status() {
      return fields(content.path("responses")).stream()
          .filter(status -> status.startsWith("2"))
          .mapToInt(Integer::parseInt)
          .findFirst()
          .orElseThrow();
    }

    /** Returns the schema of the success response; missing if it has no body. */
    JsonNode answer() {
      JsonNode types = content.path("responses").path("" + status()).path("content");
      return types.isEmpty() ? types : types.elements().next().path("schema");
    }

    /** Returns the specific headers of the success response. */
    JsonNode headers() {
      return content.path("responses").path("" + status()).path("headers");
    }

    JsonNode body() {
      return content.at("/requestBody/content/application~1json/schema");
    }
  }

  /** Returns all operations except WebSockets, whose plain requests get 426. */
  List<Operation> operations() {
    List<Operation> operations = new ArrayList<>();
    for (String path : fields(document.path("paths"))) {
      for (String method : fields(document.path("paths").path(path))) {
        JsonNode content = document.path("paths").path(path).path(method);
        if (content.has("operationId") && !content.path("responses").has("426")) {
          operations.add(
              new Operation(
                  content.path("operationId").asText(), method.toUpperCase(), path, content));
        }
      }
    }
    return operations;
  }

  /** Returns the operation of a request; a path without placeholders takes precedence. */
  Optional<Operation> operation(String method, String path) {
    List<Operation> found =
        operations().stream().filter(operation -> operation.isOf(method, path)).toList();
    return found.stream()
        .filter(operation -> operation.path().equals(path))
        .findFirst()
        .or(() -> found.stream().findFirst());
  }

  /** Returns the names of an operation's parameters of a kind, such as {@code query}. */
  Set<String> parameters(Operation operation, String in) {
    Set<String> names = new TreeSet<>();
    for (JsonNode parameter : operation.content().path("parameters")) {
      JsonNode described = resolved(parameter);
      if (described.path("in").asText().equals(in)) {
        names.add(described.path("name").asText());
      }
    }
    return names;
  }

  JsonNode schema(String name) {
    return document.at("/components/schemas/" + name);
  }

  JsonNode resolved(JsonNode schema) {
    String reference = schema.path("$ref").asText();
    return reference.isEmpty() ? schema : resolved(document.at(reference.substring(1)));
  }

  /** Returns the names of the object schemas that responses consist of. */
  Set<String> answeredObjects() {
    Set<String> names = new TreeSet<>();
    operations().forEach(operation -> collect(operation.answer(), names));
    return names;
  }

  private void collect(JsonNode schema, Set<String> names) {
    JsonNode described = resolved(schema);
    String reference = schema.path("$ref").asText();
    String name = reference.substring(reference.lastIndexOf('/') + 1);
    if (described.has("properties")
        && !described.path("additionalProperties").asBoolean()
        && !name.endsWith("List")) {
      names.add(name);
    }
    described.path("properties").forEach(property -> collect(property, names));
    described.path("oneOf").forEach(one -> collect(one, names));
    if (described.has("items")) {
      collect(described.path("items"), names);
    }
  }

  /** Returns an example of a schema, with all its fields. */
  JsonNode example(JsonNode schema) {
    JsonNode described = resolved(schema);
    if (described.has("const") || described.has("enum")) {
      return described.has("const") ? described.path("const") : described.path("enum").path(0);
    }
    if (described.has("oneOf")) {
      return example(described.path("oneOf").path(0));
    }
    return switch (type(described)) {
      case "object" -> object(described);
      case "array" -> JSON.createArrayNode().add(example(described.path("items")));
      case "integer" -> JSON.getNodeFactory().numberNode(7);
      case "boolean" -> JSON.getNodeFactory().booleanNode(true);
      default -> JSON.getNodeFactory().textNode(text(described));
    };
  }

  private ObjectNode object(JsonNode described) {
    ObjectNode object = JSON.createObjectNode();
    JsonNode properties = described.path("properties");
    fields(properties).forEach(name -> object.set(name, example(properties.path(name))));
    // The example of a list is the last page.
    return object.has("next_cursor") ? object.putNull("next_cursor") : object;
  }

  private static String text(JsonNode described) {
    return described.path("format").asText().equals("date-time")
        ? "2026-11-23T08:15:30.250Z"
        : "text";
  }

  private static String type(JsonNode described) {
    JsonNode type = described.path("type");
    return type.isArray() ? type.path(0).asText() : type.asText();
  }

  static List<String> fields(JsonNode object) {
    Iterable<String> names = object::fieldNames;
    return StreamSupport.stream(names.spliterator(), false).toList();
  }
}
