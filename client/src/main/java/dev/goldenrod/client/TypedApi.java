package dev.goldenrod.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Sends requests and converts between records and the JSON of the API. Ignores unknown fields of
 * newer servers. Thread-safe.
 */
final class TypedApi {
  private static final int PAGE = 200;

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .addModule(new SimpleModule().addDeserializer(Instant.class, new Timestamps()))
          .build();

  private final ApiConnection connection;

  TypedApi(ApiConnection connection) {
    this.connection = connection;
  }

  Waits waits() {
    return new Waits(connection.options());
  }

  <T> T get(String path, Class<T> type) {
    return read(path, connection.get(path), type);
  }

  <T> Optional<T> find(String path, Class<T> type) {
    return connection.find(path).map(answer -> read(path, answer, type));
  }

  String getText(String path) {
    return connection.getText(path);
  }

  <R> R getBytes(String path, String header, BiFunction<byte[], String, R> read) {
    return connection.getBytes(path, header, read);
  }

  <T> T putBytes(String path, byte[] bytes, Class<T> type) {
    return read(path, connection.putBytes(path, bytes), type);
  }

  <T> List<T> list(String path, String field, Class<T> type) {
    return readList(path, connection.get(path).path(field), type);
  }

  <T> Stream<T> pages(String path, String field, Class<T> type) {
    String first = path + "?limit=" + PAGE;
    return Stream.iterate(
            connection.get(first), page -> !page.isMissingNode(), page -> next(first, page))
        .flatMap(page -> readList(path, page.path(field), type).stream());
  }

  private JsonNode next(String first, JsonNode page) {
    String cursor = page.path("next_cursor").textValue();
    return cursor == null
        ? MissingNode.getInstance()
        : connection.get(first + "&cursor=" + ApiConnection.encode(cursor));
  }

  <T> T post(String path, Class<T> type) {
    return read(path, connection.post(path), type);
  }

  <T> T post(String path, Object body, Class<T> type) {
    return read(path, connection.post(path, write(body)), type);
  }

  void post(String path) {
    connection.post(path);
  }

  void post(String path, Map<String, ?> body) {
    connection.post(path, body);
  }

  <T> T patch(String path, Object body, Class<T> type) {
    return read(path, connection.patch(path, write(body)), type);
  }

  <T> T put(String path, Object body, Class<T> type) {
    return read(path, connection.put(path, write(body)), type);
  }

  void delete(String path) {
    connection.delete(path);
  }

  /** Returns the path of a resource; throws if the name would lead to a different path. */
  static String path(String parent, String name) {
    if (name.isEmpty() || name.equals(".") || name.equals("..")) {
      throw new IllegalArgumentException("'%s' is not a name or an id".formatted(name));
    }
    return parent + ApiConnection.encode(name);
  }

  /** Returns the path of a request whose response the server holds at most that long. */
  static String waiting(String path, Duration atMost) {
    return path + "?wait=" + atMost.toSeconds() + "s";
  }

  /** Converts a request to a map, without its null fields. */
  private static Map<String, Object> write(Object request) {
    return MAPPER.convertValue(request, new TypeReference<>() {});
  }

  private static <T> T read(String path, JsonNode answer, Class<T> type) {
    if (!answer.isObject()) {
      throw new NoAnswerException("%s did not return an object".formatted(path));
    }
    try {
      return MAPPER.treeToValue(answer, type);
    } catch (JsonProcessingException e) {
      throw new NoAnswerException(
          "%s did not return a valid %s".formatted(path, type.getSimpleName()), e);
    }
  }

  private static <T> List<T> readList(String path, JsonNode answer, Class<T> type) {
    if (!answer.isArray()) {
      throw new NoAnswerException("%s did not return a list".formatted(path));
    }
    List<T> elements = new ArrayList<>();
    answer.forEach(element -> elements.add(read(path, element, type)));
    return List.copyOf(elements);
  }

  private static final class Timestamps extends StdScalarDeserializer<Instant> {
    private static final long serialVersionUID = 1L;

    Timestamps() {
      super(Instant.class);
    }

    @Override
    public Instant deserialize(JsonParser json, DeserializationContext context) throws IOException {
      try {
        return Instant.parse(json.getText());
      } catch (DateTimeException e) {
        return (Instant)
            context.handleWeirdStringValue(Instant.class, json.getText(), "not a timestamp");
      }
    }
  }
}
