package dev.goldenrod.dataplane.k8s.exec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.concurrent.TimeoutException;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

final class StreamRefusedException extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;
  private static final long LONGEST_REASON = 8192;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final boolean isTemporary;
  private final boolean isAnswered;

  private StreamRefusedException(
      String message, Throwable cause, boolean isTemporary, boolean isAnswered) {
    super(message, cause);
    this.isTemporary = isTemporary;
    this.isAnswered = isAnswered;
  }

  static StreamRefusedException of(Throwable failure, @Nullable Response response) {
    if (response == null) {
      return new StreamRefusedException(
          unanswered(failure), failure, failure instanceof ConnectException, false);
    }
    int code = response.code();
    return new StreamRefusedException(
        "the Kubernetes API server does not connect to the pod: " + reason(response),
        failure,
        code == TOO_MANY_REQUESTS || code >= SERVER_ERROR,
        true);
  }

  /** Returns whether a retry may succeed. Nothing was started in the pod then. */
  boolean isTemporary() {
    return isTemporary;
  }

  DataPlaneException explained() {
    String message = String.valueOf(getMessage());
    return isTemporary || !isAnswered
        ? new ApiUnavailableException(message, this)
        : new DataPlaneException(message, this);
  }

  private static String unanswered(Throwable failure) {
    return failure instanceof TimeoutException
        ? "the Kubernetes API server did not connect to the pod in time"
        : "the Kubernetes API server cannot be reached: " + failure.getMessage();
  }

  private static String reason(Response response) {
    try {
      String text = response.peekBody(LONGEST_REASON).string();
      JsonNode message = JSON.readTree(text).path("message");
      return message.isTextual() ? message.asText() : "status " + response.code();
    } catch (IOException | RuntimeException e) {
      return "status " + response.code();
    }
  }
}
