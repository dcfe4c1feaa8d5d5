package dev.goldenrod.server.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Requests to a server on behalf of one member. Thread-safe. */
public final class ApiClient {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();
  private final URI server;
  private final String token;

  /** Talks to the server at that address with that bearer token. */
  public ApiClient(URI server, String token) {
    this.server = server;
    this.token = token;
  }

  /**
   * Reads the path.
   *
   * @throws ApiException when the answer is not 2xx
   */
  public JsonNode get(String path) {
    return send(path, request -> request.GET());
  }

  /**
   * Reads the path, which is no JSON.
   *
   * @throws ApiException when the answer is not 2xx
   */
  public String getText(String path) {
    HttpRequest request = request(path, HttpRequest.Builder::GET);
    HttpResponse<String> response = send(request);
    if (response.statusCode() / 100 != 2) {
      throw refusal(request, response.statusCode(), json(response));
    }
    return response.body();
  }

  /**
   * Posts the body as a JSON object.
   *
   * @throws ApiException when the answer is not 2xx
   */
  public JsonNode post(String path, Map<String, ?> body) {
    return send(path, request -> request.POST(BodyPublishers.ofString(write(body))));
  }

  /**
   * Deletes what the path names.
   *
   * @throws ApiException when the answer is not 2xx
   */
  public void delete(String path) {
    send(path, request -> request.DELETE());
  }

  private JsonNode send(String path, UnaryOperator<HttpRequest.Builder> method) {
    HttpRequest request = request(path, method);
    HttpResponse<String> response = send(request);
    JsonNode answer = json(response);
    if (response.statusCode() / 100 != 2) {
      throw refusal(request, response.statusCode(), answer);
    }
    return answer;
  }

  private HttpRequest request(String path, UnaryOperator<HttpRequest.Builder> method) {
    return method
        .apply(HttpRequest.newBuilder(server.resolve(path)))
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", "application/json")
        .timeout(PATIENCE)
        .build();
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new ApiException(request.method() + " " + request.uri() + " got no answer: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ApiException(request.method() + " " + request.uri() + " was interrupted", e);
    }
  }

  private static JsonNode json(HttpResponse<String> response) {
    try {
      return response.body().isEmpty() ? MissingNode.getInstance() : JSON.readTree(response.body());
    } catch (JsonProcessingException e) {
      throw new ApiException("%s answered no JSON: %s".formatted(response.uri(), e), e);
    }
  }

  private static ApiException refusal(HttpRequest request, int status, JsonNode answer) {
    return new ApiException(
        status,
        "%s %s was refused with %d: %s"
            .formatted(
                request.method(),
                request.uri().getPath(),
                status,
                answer.path("error").asText("no reason given")));
  }

  private static String write(Map<String, ?> body) {
    try {
      return JSON.writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not to be written as JSON: " + body.keySet(), e);
    }
  }
}
