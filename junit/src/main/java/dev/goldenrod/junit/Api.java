package dev.goldenrod.junit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * Requests to a server of Goldenrod. An interrupt ends the wait for what is read, and not for what
 * is changed. Thread-safe.
 */
final class Api {
  /** The status of a name that is taken. */
  static final int CONFLICT = 409;

  private static final int NOT_FOUND = 404;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private final URI server;
  private final String token;
  private final BooleanSupplier there;

  /** Requests to a server that is always there. */
  Api(URI server, String token) {
    this(server, token, () -> true);
  }

  /**
   * Requests to a server that can end.
   *
   * @param there whether the server still is; the token is not sent to another process at its
   *     address
   */
  Api(URI server, String token, BooleanSupplier there) {
    this.server = server;
    this.token = token;
    this.there = there;
  }

  /** Whether the server has not ended. */
  boolean isThere() {
    return there.getAsBoolean();
  }

  /**
   * Reads the path.
   *
   * @throws GoldenrodException when the answer is not 2xx
   */
  JsonNode get(String path) {
    return send(path, HttpRequest.Builder::GET);
  }

  /**
   * Posts the body as a JSON object.
   *
   * @throws GoldenrodException when the answer is not 2xx
   */
  JsonNode post(String path, Map<String, ?> body) {
    return send(path, request -> request.POST(BodyPublishers.ofString(write(body))));
  }

  /**
   * Reads the path; empty when it names nothing.
   *
   * @throws GoldenrodException when the answer is neither 2xx nor 404
   */
  Optional<JsonNode> find(String path) {
    try {
      return Optional.of(get(path));
    } catch (GoldenrodException e) {
      return emptyIfGone(e);
    }
  }

  /**
   * Deletes what the path names, if it is there.
   *
   * @throws GoldenrodException when the answer is neither 2xx nor 404
   */
  void deleteIfThere(String path) {
    try {
      send(path, HttpRequest.Builder::DELETE);
    } catch (GoldenrodException e) {
      emptyIfGone(e);
    }
  }

  private static Optional<JsonNode> emptyIfGone(GoldenrodException refusal) {
    if (refusal.status() == NOT_FOUND) {
      return Optional.empty();
    }
    throw refusal;
  }

  private JsonNode send(String path, UnaryOperator<HttpRequest.Builder> method) {
    HttpRequest request =
        method
            .apply(HttpRequest.newBuilder(server.resolve(path)))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .timeout(PATIENCE)
            .build();
    HttpResponse<String> response = send(request);
    JsonNode answer = json(response);
    if (response.statusCode() / 100 != 2) {
      throw new GoldenrodException(
          response.statusCode(),
          "%s %s was refused with %d: %s"
              .formatted(
                  request.method(),
                  request.uri(),
                  response.statusCode(),
                  answer.path("error").asText("no reason given")));
    }
    return answer;
  }

  private HttpResponse<String> send(HttpRequest request) {
    if (!isThere()) {
      throw new GoldenrodException(
          "%s %s was not asked: the server has ended".formatted(request.method(), request.uri()));
    }
    CompletableFuture<HttpResponse<String>> answer =
        http.sendAsync(request, BodyHandlers.ofString());
    try {
      // The clone of an interrupted launch would be unknown.
      return request.method().equals("GET") ? answer.get() : answer.join();
    } catch (ExecutionException | CompletionException e) {
      throw new GoldenrodException(
          request.method() + " " + request.uri() + " got no answer: " + e.getCause(), e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new GoldenrodException(request.uri() + " was interrupted", e);
    }
  }

  private static JsonNode json(HttpResponse<String> response) {
    try {
      return response.body().isEmpty() ? MissingNode.getInstance() : JSON.readTree(response.body());
    } catch (JsonProcessingException e) {
      throw new GoldenrodException("%s answered no JSON: %s".formatted(response.uri(), e), e);
    }
  }

  private static String write(Map<String, ?> body) {
    try {
      return JSON.writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not to be written as JSON: " + body.keySet(), e);
    }
  }
}
