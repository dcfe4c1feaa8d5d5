package dev.goldenrod.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A fake server with scripted responses, and a user who runs commands against it. */
final class StubServer implements AutoCloseable {
  /**
   * A response that is sent after {@code millis}, and is {@code missing} bytes shorter than its
   * Content-Length.
   */
  record Answer(int status, String body, int missing, long millis) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Deque<Answer>> answers = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final Map<String, Integer> pauses = new ConcurrentHashMap<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final Path home;

  StubServer(Path home) {
    this.home = home;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** Sets the response to a request such as {@code GET /v1/engines}; other requests get a 404. */
  StubServer with(String request, int status, String body) {
    return with(request, new Answer(status, body, 0, 0));
  }

  StubServer with(String request, Answer answer) {
    answers.put(request, new ConcurrentLinkedDeque<>(List.of(answer)));
    return this;
  }

  /** Answers the request with 503 and asks to repeat it after the seconds. */
  StubServer busy(String request, int seconds) {
    pauses.put(request, seconds);
    return with(request, 503, "{\"error\": \"the store is away\"}");
  }

  /** Adds the response to the next request of the same kind. */
  StubServer then(String request, int status, String body) {
    answers.get(request).add(new Answer(status, body, 0, 0));
    return this;
  }

  private Answer next(String request) {
    Deque<Answer> left = answers.get(request);
    if (left == null) {
      return new Answer(404, "{\"error\": \"not found\"}", 0, 0);
    }
    return left.size() > 1 ? left.remove() : left.element();
  }

  /** Returns the requests received, as in {@code GET /v1/engines}, with raw path and query. */
  List<String> asked() {
    return asked;
  }

  List<String> bodies() {
    return bodies;
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getRawPath();
    String query = exchange.getRequestURI().getRawQuery();
    asked.add(exchange.getRequestMethod() + " " + path + (query == null ? "" : "?" + query));
    String request = exchange.getRequestMethod() + " " + path;
    Answer answer = next(request);
    if (pauses.containsKey(request)) {
      exchange.getResponseHeaders().add("Retry-After", pauses.get(request).toString());
    }
    try (exchange) {
      String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      if (!sent.isEmpty()) {
        bodies.add(sent);
      }
      Thread.sleep(answer.millis());
      byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body, 0, body.length - answer.missing());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  Result type(String... args) {
    return Result.run(new ByteArrayInputStream(new byte[0]), environment(), home, args);
  }

  Map<String, String> environment() {
    return Map.of(
        "HOME",
        home.toString(),
        "GOLDENROD_URL",
        "http://127.0.0.1:" + server.getAddress().getPort(),
        "GOLDENROD_TOKEN",
        "grt_something");
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
