package dev.goldenrod.dataplane.remote.message;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.port.Origin;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The JSON Schema of the messages between control planes and agents, derived from their types. */
final class ProtocolSchema {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

  private final Map<String, ObjectNode> definitions = new TreeMap<>();

  private ProtocolSchema() {}

  static String text(List<Method<?, ?>> methods) {
    return new ProtocolSchema().document(methods).toPrettyString() + "\n";
  }

  private ObjectNode document(List<Method<?, ?>> methods) {
    ObjectNode document = JSON.createObjectNode();
    document.put("$schema", DIALECT);
    document.put(
        "title", "Messages between control planes and agents, version " + Protocol.CURRENT);
    document.put(
        "description",
        "Each text of the WebSocket is one message of JSON-RPC 2.0. Members that are not named here"
            + " are ignored.");
    ArrayNode messages = document.putArray("anyOf");
    messages.add(named("Hello request", request(Hello.METHOD, type(Hello.class))));
    messages.add(named("Status", notification(Status.METHOD, Status.class)));
    messages.add(named("Changed", notification(Changed.METHOD, Changed.class)));
    methods.stream()
        .sorted(Comparator.comparing((Method<?, ?> method) -> method.name()))
        .forEach(method -> messages.add(named(method)));
    addConnections(messages);
    List.of(Transfers.READ, Transfers.RECEIVE, Transfers.APPEND)
        .forEach(method -> messages.add(named(method)));
    messages.add(named("Answer", answer()));
    ObjectNode results = document.putObject("x-results");
    results.set(Hello.METHOD, type(Hello.Welcome.class));
    methods.stream()
        .sorted(Comparator.comparing((Method<?, ?> method) -> method.name()))
        .forEach(method -> results.set(method.name(), type(method.result())));
    results.set(Connections.OPEN, type(Void.class));
    List.of(Transfers.READ, Transfers.RECEIVE, Transfers.APPEND)
        .forEach(method -> results.set(method.name(), type(method.result())));
    ObjectNode all = document.putObject("$defs");
    definitions.forEach(all::set);
    return document;
  }

  private void addConnections(ArrayNode messages) {
    messages.add(named("Open", request(Connections.OPEN, type(Connections.Open.class))));
    messages.add(named("Data", notification(Connections.DATA, Connections.Data.class)));
    messages.add(named("Taken", notification(Connections.TAKEN, Connections.Taken.class)));
    messages.add(named("End", notification(Connections.END, Connections.End.class)));
    messages.add(named("Close", notification(Connections.CLOSE, Connections.Close.class)));
  }

  private ObjectNode named(Method<?, ?> method) {
    return named("Request " + method.name(), request(method.name(), type(method.parameters())));
  }

  private static ObjectNode named(String title, ObjectNode schema) {
    ObjectNode named = JSON.createObjectNode().put("title", title);
    named.setAll(schema);
    return named;
  }

  private ObjectNode request(String method, ObjectNode params) {
    ObjectNode request = message(method);
    ObjectNode properties = (ObjectNode) request.get("properties");
    properties.set("id", JSON.createObjectNode().put("type", "integer").put("minimum", 1));
    properties.set("params", params);
    properties.set(
        "timeout_ms",
        JSON.createObjectNode()
            .put("type", "integer")
            .put("description", "how long the sender waits for the answer"));
    request.putArray("required").add("id").add("method").add("params");
    return request;
  }

  private ObjectNode notification(String method, Class<?> params) {
    ObjectNode notification = message(method);
    ((ObjectNode) notification.get("properties")).set("params", type(params));
    notification.putArray("required").add("method").add("params");
    notification.putObject("not").putArray("required").add("id");
    return notification;
  }

  private static ObjectNode message(String method) {
    ObjectNode message = JSON.createObjectNode().put("type", "object");
    ObjectNode properties = message.putObject("properties");
    properties.putObject("jsonrpc").put("const", "2.0");
    properties.putObject("method").put("const", method);
    return message;
  }

  private static ObjectNode answer() {
    ObjectNode answer = JSON.createObjectNode().put("type", "object");
    ObjectNode properties = answer.putObject("properties");
    properties.putObject("jsonrpc").put("const", "2.0");
    properties.putObject("id").put("type", "integer");
    properties.putObject("result").put("description", "as x-results tells by the request's method");
    ObjectNode error = properties.putObject("error").put("type", "object");
    ObjectNode members = error.putObject("properties");
    members.putObject("code").put("type", "integer");
    members.putObject("message").put("type", "string");
    error.putArray("required").add("code").add("message");
    answer.putArray("required").add("id");
    answer.putObject("not").putArray("required").add("method");
    return answer;
  }

  private ObjectNode type(JavaType type) {
    ObjectNode schema = JSON.createObjectNode();
    if (type.isMapLikeType()) {
      schema.put("type", "object");
      schema.set("propertyNames", type(type.getKeyType()));
      schema.set("additionalProperties", type(type.getContentType()));
    } else if (type.isCollectionLikeType()) {
      schema.put("type", "array");
      schema.set("items", type(type.getContentType()));
    } else {
      return type(type.getRawClass());
    }
    return schema;
  }

  private ObjectNode type(Class<?> type) {
    ObjectNode schema = JSON.createObjectNode();
    if (type == String.class) {
      return schema.put("type", "string");
    } else if (type == UUID.class) {
      return schema.put("type", "string").put("format", "uuid");
    } else if (type == Instant.class) {
      return schema.put("type", "string").put("format", "date-time");
    } else if (type == boolean.class || type == Boolean.class) {
      return schema.put("type", "boolean");
    } else if (type == int.class || type == long.class) {
      return schema.put("type", "integer");
    } else if (type == byte[].class) {
      return schema.put("type", "string").put("contentEncoding", "base64");
    } else if (type == Void.class) {
      return schema.put("type", "null");
    } else if (type.isEnum()) {
      ArrayNode values = schema.putArray("enum");
      Arrays.stream(type.getEnumConstants()).map(Object::toString).forEach(values::add);
      return schema;
    }
    String name = name(type);
    if (!definitions.containsKey(name)) {
      definitions.put(name, schema);
      definitions.put(name, type == Origin.class ? origin() : object(type));
    }
    return JSON.createObjectNode().put("$ref", "#/$defs/" + name);
  }

  private static String name(Class<?> type) {
    return type.getEnclosingClass() == null || type.getEnclosingClass() == Parameters.class
        ? type.getSimpleName()
        : name(type.getEnclosingClass()) + type.getSimpleName();
  }

  private ObjectNode origin() {
    ObjectNode origin = JSON.createObjectNode();
    ArrayNode kinds = origin.putArray("oneOf");
    for (Class<?> kind : Origin.class.getPermittedSubclasses()) {
      ObjectNode object = object(kind);
      ((ObjectNode) object.get("properties"))
          .putObject("kind")
          .put("const", kind.getSimpleName().toLowerCase(Locale.ROOT));
      ((ArrayNode) object.get("required")).add("kind");
      kinds.add(object);
    }
    return origin;
  }

  private ObjectNode object(Class<?> type) {
    if (!type.isRecord()) {
      throw new AssertionError(type + " is sent, and is no record");
    }
    ObjectNode schema = JSON.createObjectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = schema.putArray("required");
    for (RecordComponent member : type.getRecordComponents()) {
      String name = SnakeCaseStrategy.INSTANCE.translate(member.getName());
      ObjectNode of = type(Json.type(member.getGenericType()));
      if (member.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
        ObjectNode orNull = JSON.createObjectNode();
        orNull.putArray("anyOf").add(of).add(JSON.createObjectNode().put("type", "null"));
        properties.set(name, orNull);
      } else {
        properties.set(name, of);
        required.add(name);
      }
    }
    return schema;
  }
}
