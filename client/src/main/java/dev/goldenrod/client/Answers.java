package dev.goldenrod.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.net.http.HttpResponse;
import java.util.Map;

/** Parser of responses and writer of request bodies. */
final class Answers {
  private Answers() {}

  /** Created with the first body, because it takes time and reads have none. */
  private static final class Writer {
    static final ObjectMapper JSON = new ObjectMapper();
  }

  static String write(Map<String, ?> body) {
    try {
      return Writer.JSON.writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cannot be written as JSON: " + body.keySet(), e);
    }
  }

  static JsonNode read(HttpResponse<String> response) {
    try {
      return JsonTree.read(response.body());
    } catch (JsonProcessingException e) {
      throw new NoAnswerException(
          "%s answered with %d and no JSON; is it a Goldenrod server?"
              .formatted(response.uri(), response.statusCode()),
          e);
    }
  }

  static String requestId(HttpResponse<String> response) {
    return response.headers().firstValue("X-Request-Id").orElse("");
  }

  static boolean isOutcomeUnknown(HttpResponse<String> response) {
    return is(response, 503, "outcome unknown");
  }

  /** Returns whether the server still processes an earlier request with the same key. */
  static boolean isInProgress(HttpResponse<String> response) {
    return is(response, 409, "request in progress");
  }

  private static boolean is(HttpResponse<String> response, int status, String error) {
    return response.statusCode() == status
        && lenient(response).path("error").asText().equals(error);
  }

  /** Returns the error in a response; a {@link NoAnswerException} if it is not Goldenrod's. */
  static ClientException refusal(HttpResponse<String> response) {
    JsonNode body = lenient(response);
    String error = body.path("error").asText("");
    if (error.isEmpty()) {
      return new NoAnswerException(
          "%s %s was answered with %d%s without a reason; is %s a Goldenrod server?"
              .formatted(
                  response.request().method(),
                  response.uri().getPath(),
                  response.statusCode(),
                  response
                      .headers()
                      .firstValue("Location")
                      .map(" and redirected to "::concat)
                      .orElse(""),
                  response.uri().resolve("/")));
    }
    return new ApiException(
        "%s %s was refused with %d: %s%s"
            .formatted(
                response.request().method(),
                response.uri().getPath(),
                response.statusCode(),
                error,
                details(body)),
        response.statusCode(),
        body,
        error,
        requestId(response));
  }

  private static String details(JsonNode body) {
    StringBuilder text = new StringBuilder();
    for (JsonNode detail : body.path("details")) {
      text.append(text.isEmpty() ? ": " : "; ")
          .append(detail.path("field").asText())
          .append(' ')
          .append(detail.path("problem").asText());
    }
    return text.toString();
  }

  private static JsonNode lenient(HttpResponse<String> response) {
    try {
      return JsonTree.read(response.body());
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }
}
