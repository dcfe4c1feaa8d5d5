package dev.goldenrod.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Sends requests and converts JSON to records. Thread-safe. */
final class TypedApi {
  private static final int PAGE = 200;

  private final ApiConnection connection;

  TypedApi(ApiConnection connection) {
    this.connection = connection;
  }

  Waits waits() {
    return new Waits(connection.options());
  }

  <T> T get(String path, Class<T> type) {
    return Json.read(path, connection.get(path), type);
  }

  <T> Optional<T> find(String path, Class<T> type) {
    return connection.find(path).map(answer -> Json.read(path, answer, type));
  }

  String getText(String path) {
    return connection.getText(path);
  }

  <R> R getBytes(String path, String header, BiFunction<byte[], String, R> read) {
    return connection.getBytes(path, header, read);
  }

  <T> T putBytes(String path, byte[] bytes, Class<T> type) {
    return Json.read(path, connection.putBytes(path, bytes), type);
  }

  <T> List<T> list(String path, String field, Class<T> type) {
    return Json.readList(path, connection.get(path).path(field), type);
  }

  <T> Stream<T> pages(String path, String field, Class<T> type) {
    String first = path + "?limit=" + PAGE;
    return Stream.iterate(
            connection.get(first), page -> !page.isMissingNode(), page -> next(first, page))
        .flatMap(page -> Json.readList(path, page.path(field), type).stream());
  }

  private JsonNode next(String first, JsonNode page) {
    String cursor = page.path("next_cursor").textValue();
    return cursor == null
        ? MissingNode.getInstance()
        : connection.get(first + "&cursor=" + ApiConnection.encode(cursor));
  }

  <T> T post(String path, Class<T> type) {
    return Json.read(path, connection.post(path), type);
  }

  <T> T post(String path, Object body, Class<T> type) {
    return Json.read(path, connection.post(path, Json.write(body)), type);
  }

  void post(String path) {
    connection.post(path);
  }

  void post(String path, Map<String, ?> body) {
    connection.post(path, body);
  }

  <T> T patch(String path, Object body, Class<T> type) {
    return Json.read(path, connection.patch(path, Json.write(body)), type);
  }

  <T> T put(String path, Object body, Class<T> type) {
    return Json.read(path, connection.put(path, Json.write(body)), type);
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
}
