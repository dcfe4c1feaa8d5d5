package dev.goldenrod.http.answer;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a request is answered with.
 *
 * @param body written as JSON, unless it is a {@link Text} or {@link Binary}; null for an empty
 *     body
 * @param headers besides those every answer has
 */
public record ApiResponse(int status, @Nullable Object body, Map<String, String> headers) {
  public ApiResponse {
    headers = Map.copyOf(headers);
  }

  /** A body that is no JSON. */
  public record Text(String contentType, String content) {}

  /** A body of bytes, which the record does not copy. */
  public record Binary(String contentType, byte[] content) {}

  /** 200 with SQL. */
  public static ApiResponse sql(String script) {
    return ok(new Text("application/sql", script));
  }

  /** 200 with certificates. */
  public static ApiResponse pem(String certificates) {
    return ok(new Text("application/x-pem-file", certificates));
  }

  /** 200 with the body. */
  public static ApiResponse ok(Object body) {
    return of(200, body);
  }

  /** 201 with the body. */
  public static ApiResponse created(Object body) {
    return of(201, body);
  }

  /** 202 with the body. */
  public static ApiResponse accepted(Object body) {
    return of(202, body);
  }

  /** 202 without a body. */
  public static ApiResponse accepted() {
    return new ApiResponse(202, null, Map.of());
  }

  /** 204. */
  public static ApiResponse noContent() {
    return empty(204);
  }

  /** The status without a body. */
  public static ApiResponse empty(int status) {
    return new ApiResponse(status, null, Map.of());
  }

  /** The status with the body. */
  public static ApiResponse of(int status, Object body) {
    return new ApiResponse(status, Objects.requireNonNull(body), Map.of());
  }

  /** The same answer with one more header. */
  public ApiResponse with(String header, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(header, value);
    return new ApiResponse(status, body, more);
  }
}
