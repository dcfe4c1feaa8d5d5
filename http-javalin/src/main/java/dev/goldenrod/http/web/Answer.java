package dev.goldenrod.http.web;

import dev.goldenrod.idempotency.RenderedAnswer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a request is answered with.
 *
 * @param body written as JSON; null for an empty body
 * @param headers besides those every answer has
 */
public record Answer(int status, @Nullable Object body, Map<String, String> headers) {
  public Answer {
    headers = Map.copyOf(headers);
  }

  /** 200 with the body. */
  public static Answer ok(Object body) {
    return of(200, body);
  }

  /** 201 with the body. */
  public static Answer created(Object body) {
    return of(201, body);
  }

  /** 202 with the body. */
  public static Answer accepted(Object body) {
    return of(202, body);
  }

  /** 202 without a body. */
  public static Answer accepted() {
    return new Answer(202, null, Map.of());
  }

  /** 204. */
  public static Answer noContent() {
    return new Answer(204, null, Map.of());
  }

  /** The status with the body. */
  public static Answer of(int status, Object body) {
    return new Answer(status, Objects.requireNonNull(body), Map.of());
  }

  /** The same answer with one more header. */
  public Answer with(String header, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(header, value);
    return new Answer(status, body, more);
  }

  /** The answer as it is sent. */
  RenderedAnswer rendered() {
    String text = body == null ? "" : new String(Json.bytes(body), StandardCharsets.UTF_8);
    return new RenderedAnswer(status, text);
  }
}
