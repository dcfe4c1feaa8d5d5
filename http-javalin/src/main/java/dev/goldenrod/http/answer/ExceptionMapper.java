package dev.goldenrod.http.answer;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.Unavailable;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Maps exceptions to responses. An unexpected exception is logged as an incident with an id. */
public final class ExceptionMapper {
  private static final Logger LOG = LoggerFactory.getLogger(ExceptionMapper.class);

  private ExceptionMapper() {}

  public static ApiResponse toResponse(Context context, Throwable thrown) {
    return toResponse(
        context.req().getMethod() + " " + context.path(),
        context.res().getHeader(RequestIds.HEADER),
        thrown);
  }

  /**
   * Maps an exception to a response.
   *
   * @param where method and path of the request, for the log
   */
  public static ApiResponse toResponse(String where, String requestId, Throwable thrown) {
    Throwable cause = thrown;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof ApiException problem) {
      return problem.answer();
    }
    if (cause instanceof ControlPlaneException refusal) {
      // Log the reason for the operator: some responses omit it.
      LOG.debug("{}: {}", where, refusal.getMessage());
      return ErrorTable.answer(refusal);
    }
    if (cause instanceof Unavailable away) {
      LOG.debug("{}: {}", where, cause.getMessage());
      return ErrorTable.unavailable(away);
    }
    if (cause instanceof HttpResponseException unrouted) {
      return unrouted(unrouted);
    }
    return incident(where, requestId, cause);
  }

  /** Returns the response to a client that closed the connection. It is used only for the log. */
  public static ApiResponse clientDisconnected(String where, Throwable cause) {
    LOG.debug("{}: the client closed the connection", where, cause);
    return ErrorTable.error(408, "request timeout");
  }

  /** Logs the cause with a new incident id and returns a 500 with that id. */
  public static ApiResponse incident(String where, String requestId, Throwable cause) {
    String incident = UUID.randomUUID().toString();
    LOG.error("Incident {}: {} request={}", incident, where, requestId, cause);
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("error", "internal error");
    body.put("incident", incident);
    return ApiResponse.of(500, body);
  }

  private static ApiResponse unrouted(HttpResponseException unrouted) {
    return switch (unrouted.getStatus()) {
      case 404 -> ErrorTable.error(404, "not found");
      case 405 ->
          ErrorTable.error(405, "method not allowed")
              .with("Allow", String.join(", ", unrouted.getDetails().values()));
      default -> ErrorTable.malformed(unrouted.getStatus(), "invalid input");
    };
  }
}
