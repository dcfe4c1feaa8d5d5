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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to a server and returns the responses as JSON. Requests are retried if the server
 * asks for it, or if the connection is lost and a repetition is safe ({@link
 * ClientOptions#retries}). Every POST, every DELETE and every PATCH of a database has its own
 * {@code Idempotency-Key}, so that a lost response does not lead to a second launch. An interrupt
 * ends a read but not a change. Thread-safe.
 *
 * <p>Each method throws {@link ApiException} if the server refuses the request, and {@link
 * NoAnswerException} if no valid response arrives.
 */
public final class ApiConnection {
  private static final Set<String> REPEATABLE = Set.of("GET", "PUT");
  private static final int NOT_FOUND = 404;
  private static final Duration UNLIMITED = Duration.ofDays(36_500);

  /**
   * Path endings of requests that return a new secret each time, so a repetition is not safe, or
   * that make a source work.
   */
  private static final Set<String> ONCE =
      Set.of(
          "/login",
          "/accept",
          "/tokens",
          "/token",
          "/invites",
          "/clusters",
          "/reset",
          "/masking/plan",
          "/check",
          "/masking/preview");

  private final ClientOptions options;
  private final long mostBytes;
  private final Tries tries;

  /** Creates a connection with the given options. */
  public ApiConnection(ClientOptions options) {
    this(options, BoundedText.MOST_BYTES);
  }

  ApiConnection(ClientOptions options, long mostBytes) {
    this(options, mostBytes, UNLIMITED);
  }

  private ApiConnection(ClientOptions options, long mostBytes, Duration time) {
    this.options = options;
    this.mostBytes = mostBytes;
    this.tries = new Tries(options, mostBytes, time);
  }

  /** Creates a connection to the server. */
  public static ApiConnection of(URI server, @Nullable String token) {
    return new ApiConnection(ClientOptions.of(server, token));
  }

  /** Creates a connection that sends each request once, for measurements or to observe failures. */
  public static ApiConnection withoutRetries(URI server, @Nullable String token) {
    return new ApiConnection(ClientOptions.of(server, token).withRetries(Duration.ZERO));
  }

  /** Returns a copy whose requests, including their retries, end within the time from now. */
  public ApiConnection within(Duration time) {
    return new ApiConnection(options, mostBytes, time);
  }

  /** Returns the options of this connection. */
  public ClientOptions options() {
    return options;
  }

  /** Sends a GET to a path such as {@code /v1/instances?name=one}. */
  public JsonNode get(String path) {
    return json(send("GET", path, null));
  }

  /** Sends a GET whose response is not JSON. */
  public String getText(String path) {
    return send("GET", path, null).body();
  }

  /**
   * Sends a GET whose response is binary.
   *
   * @param header response header to read, such as {@code Archive-Parts}
   * @param read receives the bytes and the header's value, which is empty if the header is missing
   */
  public <T> T getBytes(String path, String header, BiFunction<byte[], String, T> read) {
    HttpResponse<String> answer = send("GET", path, null);
    return read.apply(
        answer.body().getBytes(StandardCharsets.ISO_8859_1),
        answer.headers().firstValue(header).orElse(""));
  }

  /** Sends a PUT with binary content. */
  public JsonNode putBytes(String path, byte[] bytes) {
    return json(send("PUT", path, BodyPublishers.ofByteArray(bytes), "application/octet-stream"));
  }

  /** Sends a GET; returns empty if the response is 404. */
  public Optional<JsonNode> find(String path) {
    try {
      return Optional.of(get(path));
    } catch (ApiException e) {
      return emptyIfGone(e);
    }
  }

  /** Sends a POST with a JSON object. A response without a body is a missing node. */
  public JsonNode post(String path, Map<String, ?> body) {
    return json(send("POST", path, body));
  }

  /** Sends a POST with a form, as OAuth's endpoints expect it. */
  public JsonNode postForm(String path, Map<String, String> fields) {
    String form =
        fields.entrySet().stream()
            .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
            .collect(Collectors.joining("&"));
    return json(
        send("POST", path, BodyPublishers.ofString(form), "application/x-www-form-urlencoded"));
  }

  /** Sends a POST without a body. */
  public JsonNode post(String path) {
    return json(send("POST", path, null));
  }

  /** Sends a PATCH with a JSON object. */
  public JsonNode patch(String path, Map<String, ?> body) {
    return json(send("PATCH", path, body));
  }

  /** Sends a PUT with a JSON object. */
  public JsonNode put(String path, Map<String, ?> body) {
    return json(send("PUT", path, body));
  }

  /** Sends a DELETE. */
  public void delete(String path) {
    send("DELETE", path, null);
  }

  /** Sends a DELETE; a 404 is not an error. */
  public void deleteIfThere(String path) {
    try {
      delete(path);
    } catch (ApiException e) {
      emptyIfGone(e);
    }
  }

  /** Encodes a text as one path segment or query value. */
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

  /** Keeps the path prefix of the server's address, if there is one. */
  private URI uri(String path) {
    String server = options.server().toString();
    return URI.create(
        (server.endsWith("/") ? server.substring(0, server.length() - 1) : server) + path);
  }

  private static JsonNode json(HttpResponse<String> response) {
    return response.body().isEmpty() ? MissingNode.getInstance() : Answers.read(response);
  }
}
