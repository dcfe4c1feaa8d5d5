package dev.goldenrod.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.goldenrod.client.Description.Operation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** Answers each operation with an example from its OpenAPI schema and records the requests. */
final class DescribedServer implements AutoCloseable {
  private final Description description;
  private final List<Asked> asked = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  /** A request and its operation, which is null if the document describes none. */
  record Asked(
      String line, Operation operation, Set<String> query, boolean isKeyed, JsonNode body) {}

  DescribedServer(Description description) throws IOException {
    this.description = description;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  List<Asked> asked() {
    return asked;
  }

  private void answer(HttpExchange exchange) throws IOException {
    URI uri = exchange.getRequestURI();
    Operation operation =
        description.operation(exchange.getRequestMethod(), uri.getPath()).orElse(null);
    asked.add(
        new Asked(
            exchange.getRequestMethod() + " " + uri,
            operation,
            names(uri.getQuery()),
            exchange.getRequestHeaders().containsKey("Idempotency-Key"),
            Description.JSON.readTree(exchange.getRequestBody())));
    if (operation == null) {
      exchange.sendResponseHeaders(404, -1);
    } else {
      send(exchange, operation);
    }
    exchange.close();
  }

  private void send(HttpExchange exchange, Operation operation) throws IOException {
    JsonNode schema = operation.answer();
    if (schema.isEmpty()) {
      exchange.sendResponseHeaders(operation.status(), -1);
      return;
    }
    Description.fields(operation.headers())
        .forEach(name -> exchange.getResponseHeaders().set(name, "7"));
    byte[] body = description.example(schema).toString().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(operation.status(), body.length);
    exchange.getResponseBody().write(body);
  }

  private static Set<String> names(String query) {
    return query == null
        ? Set.of()
        : Arrays.stream(query.split("&"))
            .map(part -> part.split("=")[0])
            .collect(Collectors.toCollection(TreeSet::new));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
