package dev.goldenrod.dataplane.k8s.client;

import com.google.gson.JsonSyntaxException;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1Status;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Messages for developers of the API server's refusals. */
final class ApiErrors {
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final Set<Integer> OVERLOADED = Set.of(429, 500, 502, 503, 504);

  private static final Pattern LACKS_RIGHT =
      Pattern.compile(
          "User \"([^\"]*)\" cannot (\\w+) resource \"([^\"]*)\" in API group \"([^\"]*)\"");

  private ApiErrors() {}

  static DataPlaneException refused(String what, int code, @Nullable V1Status status) {
    String reason =
        Optional.ofNullable(status)
            .map(V1Status::getMessage)
            .map(String::strip)
            .orElse("status " + code);
    String message = "cannot %s: %s".formatted(what, explained(code, reason));
    return OVERLOADED.contains(code)
        ? new ApiUnavailableException(message)
        : new DataPlaneException(message);
  }

  /** Returns the Status in the response, or one with the exception's message. */
  static V1Status status(ApiException refusal) {
    try {
      V1Status status = JSON.getGson().fromJson(refusal.getResponseBody(), V1Status.class);
      return status == null ? new V1Status().message(refusal.getMessage()) : status;
    } catch (JsonSyntaxException noStatus) {
      return new V1Status().message(refusal.getMessage());
    }
  }

  static DataPlaneException unanswered(String what, IOException cause) {
    return new DataPlaneUnreachableException("cannot %s: %s".formatted(what, reason(cause)), cause);
  }

  static DataPlaneException unreachable(String what, String reason) {
    return new DataPlaneUnreachableException("cannot %s: %s".formatted(what, reason));
  }

  static String reason(IOException cause) {
    return cause instanceof InterruptedIOException
        ? "the Kubernetes API server did not answer in time"
        : "the Kubernetes API server cannot be reached: " + cause.getMessage();
  }

  private static String explained(int code, String reason) {
    if (code == UNAUTHORIZED) {
      return "the Kubernetes API server does not accept the credentials; they may have expired";
    }
    Matcher right = LACKS_RIGHT.matcher(reason);
    if (code == FORBIDDEN && right.find()) {
      String group = right.group(4).isEmpty() ? "" : " of " + right.group(4);
      return "the role of %s lacks '%s' on %s%s; see the permissions in docs/kubernetes.md"
          .formatted(right.group(1), right.group(2), right.group(3), group);
    }
    return reason;
  }
}
