package dev.goldenrod.http.answer;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A response to a request.
 *
 * @param body written as JSON, unless it is a {@link Text} or {@link Binary}; null for an empty
 *     body
 * @param headers in addition to the headers of every response
 */
public record ApiResponse(int status, @Nullable Object body, Map<String, String> headers) {
  public ApiResponse {
    headers = Map.copyOf(headers);
  }

  /** A text body that is not JSON. */
  public record Text(String contentType, String content) {}

  /** A binary body. The record does not copy the bytes. */
  public record Binary(String contentType, byte[] content) {}

  /**
   * Marks a response body that contains a secret of the caller. Fetching it takes time, so the
   * caller's access is checked again before the response is sent.
   */
  public interface SecretBody {}

  /** Returns a 200 with SQL. */
  public static ApiResponse sql(String script) {
    return ok(new Text("application/sql", script));
  }

  /** Returns a 200 with PEM certificates. */
  public static ApiResponse pem(String certificates) {
    return ok(new Text("application/x-pem-file", certificates));
  }

  /** Returns a 200 with the given body. */
  public static ApiResponse ok(Object body) {
    return of(200, body);
  }

  /** Returns a 201 with the given body. */
  public static ApiResponse created(Object body) {
    return of(201, body);
  }

  /** Returns a 202 with the given body. */
  public static ApiResponse accepted(Object body) {
    return of(202, body);
  }

  /** Returns a 202 without a body. */
  public static ApiResponse accepted() {
    return new ApiResponse(202, null, Map.of());
  }

  /** Returns a 204. */
  public static ApiResponse noContent() {
    return empty(204);
  }

  /** Returns a response with the given status and without a body. */
  public static ApiResponse empty(int status) {
    return new ApiResponse(status, null, Map.of());
  }

  /** Returns a response with the given status and body. */
  public static ApiResponse of(int status, Object body) {
    return new ApiResponse(status, Objects.requireNonNull(body), Map.of());
  }

  /** Returns a copy with one more header. */
  public ApiResponse with(String header, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(header, value);
    return new ApiResponse(status, body, more);
  }
}
