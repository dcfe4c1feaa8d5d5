package dev.goldenrod.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Thrown when the server refused a request. */
public final class ApiException extends ClientException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient JsonNode body;
  private final String error;
  private final String requestId;

  /**
   * A problem with one field of the input.
   *
   * @param field such as {@code config.port} for a nested field; empty for the whole body
   */
  public record ErrorDetail(String field, String problem) {}

  /**
   * A clone or branch that prevents a deletion.
   *
   * @param name name of a database; null for a clone
   * @param owner id of the owning member
   */
  public record Child(String id, @Nullable String name, String owner, String phase) {}

  ApiException(String message, int status, JsonNode body, String error, String requestId) {
    super(message);
    this.status = status;
    this.body = body;
    this.error = error;
    this.requestId = requestId;
  }

  /** Returns the HTTP status, 300 or higher. */
  public int status() {
    return status;
  }

  /** Returns the {@code error} text, such as {@code instance quota exceeded}. */
  public String error() {
    return error;
  }

  /** Returns the whole response body. */
  public JsonNode body() {
    return body;
  }

  /** Returns the problems with the input; empty if the response names none. */
  public List<ErrorDetail> details() {
    return elements("details")
        .map(it -> new ErrorDetail(it.path("field").asText(), it.path("problem").asText()))
        .toList();
  }

  /** Returns the resources that prevent a deletion; empty if there are none. */
  public List<Child> children() {
    return elements("children")
        .map(
            it ->
                new Child(
                    it.path("id").asText(),
                    it.path("name").asText(null),
                    it.path("owner").asText(),
                    it.path("phase").asText()))
        .toList();
  }

  private Stream<JsonNode> elements(String field) {
    return StreamSupport.stream(body.path(field).spliterator(), false);
  }

  /** Returns the request id, which the server's log contains; empty if the response has none. */
  public String requestId() {
    return requestId;
  }
}
