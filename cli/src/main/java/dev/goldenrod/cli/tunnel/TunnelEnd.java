package dev.goldenrod.cli.tunnel;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.net.http.WebSocketHandshakeException;

/**
 * The reason why a tunnel ended.
 *
 * @param isAccessEnded whether new tunnels are rejected too until the user logs in again
 * @param problem empty if it ended normally
 */
record TunnelEnd(boolean isAccessEnded, String problem) {
  private static final int UNAUTHORIZED = 401;

  static TunnelEnd ofClose(int code) {
    return switch (code) {
      case 1000 -> new TunnelEnd(false, "");
      case 1001 ->
          new TunnelEnd(
              false, "the server is stopping, or the connection was idle for five minutes");
      case 1011 -> new TunnelEnd(false, "the connection to the database was lost");
      case 1013 -> new TunnelEnd(false, "the server's store does not answer");
      case 4401 -> new TunnelEnd(true, "the token or its member is no longer valid");
      case 4409 -> new TunnelEnd(false, "the database is no longer running");
      default ->
          new TunnelEnd(false, "the server closed the connection with code %d".formatted(code));
    };
  }

  static TunnelEnd ofFailure(Throwable failure) {
    if (failure instanceof WebSocketHandshakeException refusal) {
      HttpResponse<?> response = refusal.getResponse();
      return new TunnelEnd(
          response.statusCode() == UNAUTHORIZED,
          "refused with %d%s".formatted(response.statusCode(), reason(response.body())));
    }
    return new TunnelEnd(
        false, failure.getMessage() == null ? failure.toString() : failure.getMessage());
  }

  private static String reason(Object body) {
    try {
      String error = new ObjectMapper().readTree(String.valueOf(body)).path("error").asText();
      return error.isEmpty() ? "" : ": " + error;
    } catch (JsonProcessingException noReason) {
      return "";
    }
  }
}
