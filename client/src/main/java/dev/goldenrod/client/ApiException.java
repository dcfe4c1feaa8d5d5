package dev.goldenrod.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The server refused a request. */
public final class ApiException extends ClientException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient JsonNode body;
  private final String error;
  private final String requestId;

  /**
   * One thing that is wrong with the input.
   *
   * @param field as {@code config.port} within an object; empty for the whole
   */
  public record ErrorDetail(String field, String problem) {}

  /**
   * A clone or a branch that is in the way.
   *
   * @param name of a database; null for a clone
   * @param owner the member's id
   */
  public record Child(String id, @Nullable String name, String owner, String phase) {}

  ApiException(String message, int status, JsonNode body, String error, String requestId) {
    super(message);
    this.status = status;
    this.body = body;
    this.error = error;
    this.requestId = requestId;
  }

  /** The answer's status, 300 or more. */
  public int status() {
    return status;
  }

  /** The answer's text {@code error}, as in {@code instance quota exceeded}. */
  public String error() {
    return error;
  }

  /** The whole answer. */
  public JsonNode body() {
    return body;
  }

  /** What is wrong with the input; empty when the answer does not say. */
  public List<ErrorDetail> details() {
    return elements("details")
        .map(it -> new ErrorDetail(it.path("field").asText(), it.path("problem").asText()))
        .toList();
  }

  /** What keeps a resource from being deleted; empty when that is not the reason. */
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

  /** What the server's log knows the request by; empty when the answer named none. */
  public String requestId() {
    return requestId;
  }
}
