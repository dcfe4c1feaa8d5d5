package dev.goldenrod.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Requests to a server, and their answers as JSON. What the server asks to be tried again, and what
 * can be without being done twice, is tried again ({@link ClientOptions#retries}). Each POST, each
 * DELETE and each PATCH of a database has an {@code Idempotency-Key} of its own, so that a lost
 * answer is not a second launch. An interrupt ends the wait for what is read, and not for what is
 * changed. Thread-safe.
 *
 * <p>Each method throws {@link ApiException} when the server refuses, and {@link NoAnswerException}
 * when no answer of Goldenrod's comes.
 */
public final class ApiConnection {
  private static final Set<String> REPEATABLE = Set.of("GET", "PUT");
  private static final int NOT_FOUND = 404;

  /** Ends of the paths that hand out a secret once, and make another one when asked again. */
  private static final Set<String> ONCE =
      Set.of("/login", "/accept", "/tokens", "/token", "/invites", "/clusters", "/reset");

  private final ClientOptions options;
  private final Tries tries;

  /** Requests with those options. */
  public ApiConnection(ClientOptions options) {
    this(options, BoundedText.MOST_BYTES);
  }

  ApiConnection(ClientOptions options, long mostBytes) {
    this.options = options;
    this.tries = new Tries(options, mostBytes);
  }

  /** Requests to that server. */
  public static ApiConnection of(URI server, @Nullable String token) {
    return new ApiConnection(ClientOptions.of(server, token));
  }

  /** Requests to that server, each of which is sent once, as to measure it or to see it fail. */
  public static ApiConnection withoutRetries(URI server, @Nullable String token) {
    return new ApiConnection(ClientOptions.of(server, token).withRetries(Duration.ZERO));
  }

  /** How it reaches the server. */
  public ClientOptions options() {
    return options;
  }

  /** Reads the path, as in {@code /v1/instances?name=one}. */
  public JsonNode get(String path) {
    return json(send("GET", path, null));
  }

  /** Reads the path, which is no JSON. */
  public String getText(String path) {
    return send("GET", path, null).body();
  }

  /**
   * Reads the path, which is bytes.
   *
   * @param header one of the answer, as in {@code Archive-Parts}
   * @param read takes the bytes and that header's value, which is empty when there is none
   */
  public <T> T getBytes(String path, String header, BiFunction<byte[], String, T> read) {
    HttpResponse<String> answer = send("GET", path, null);
    return read.apply(
        answer.body().getBytes(StandardCharsets.ISO_8859_1),
        answer.headers().firstValue(header).orElse(""));
  }

  /** Puts those bytes where the path names. */
  public JsonNode putBytes(String path, byte[] bytes) {
    return json(send("PUT", path, BodyPublishers.ofByteArray(bytes), "application/octet-stream"));
  }

  /** Reads the path; empty when it names nothing. */
  public Optional<JsonNode> find(String path) {
    try {
      return Optional.of(get(path));
    } catch (ApiException e) {
      return emptyIfGone(e);
    }
  }

  /** Posts that JSON object; an answer without a body is a missing node. */
  public JsonNode post(String path, Map<String, ?> body) {
    return json(send("POST", path, body));
  }

  /** Posts without a body. */
  public JsonNode post(String path) {
    return json(send("POST", path, null));
  }

  /** Changes what the path names. */
  public JsonNode patch(String path, Map<String, ?> body) {
    return json(send("PATCH", path, body));
  }

  /** Puts that JSON object where the path names. */
  public JsonNode put(String path, Map<String, ?> body) {
    return json(send("PUT", path, body));
  }

  /** Deletes what the path names. */
  public void delete(String path) {
    send("DELETE", path, null);
  }

  /** Deletes what the path names, if it is there; else changes nothing. */
  public void deleteIfThere(String path) {
    try {
      delete(path);
    } catch (ApiException e) {
      emptyIfGone(e);
    }
  }

  /** The text as one part of a path, or as a value in a query. */
  public static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static Optional<JsonNode> emptyIfGone(ApiException refusal) {
    if (refusal.status() == NOT_FOUND) {
      return Optional.empty();
    }
    throw refusal;
  }

  private HttpResponse<String> send(String method, String path, @Nullable Map<String, ?> body) {
    return send(
        method,
        path,
        body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(Answers.write(body)),
        "application/json");
  }

  private HttpResponse<String> send(
      String method, String path, BodyPublisher body, String contentType) {
    boolean isKeyed = isKeyed(method, path);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(path))
            .method(method, body)
            .header("Content-Type", contentType)
            .timeout(options.patience());
    if (options.token() != null) {
      request.header("Authorization", "Bearer " + options.token());
    }
    if (!options.release().isEmpty()) {
      request.header("X-Client-CLI-Version", options.release());
    }
    if (isKeyed) {
      request.header("Idempotency-Key", key());
    }
    boolean isRepeatable = isKeyed || REPEATABLE.contains(method);
    HttpResponse<String> response = tries.send(request.build(), isRepeatable);
    if (response.statusCode() / 100 != 2) {
      throw Answers.refusal(response);
    }
    return response;
  }

  private String key() {
    return Objects.requireNonNullElseGet(
        options.idempotencyKey(), () -> UUID.randomUUID().toString());
  }

  private static boolean isKeyed(String method, String path) {
    return switch (method) {
      case "POST" ->
          ONCE.stream().noneMatch(path::endsWith) || path.matches("/v1/instances/[^/]+/reset");
      case "PATCH" -> path.startsWith("/v1/databases/");
      default -> method.equals("DELETE");
    };
  }

  /** Below the path of the server's address, if it has one. */
  private URI uri(String path) {
    String server = options.server().toString();
    return URI.create(
        (server.endsWith("/") ? server.substring(0, server.length() - 1) : server) + path);
  }

  private static JsonNode json(HttpResponse<String> response) {
    return response.body().isEmpty() ? MissingNode.getInstance() : Answers.read(response);
  }
}
