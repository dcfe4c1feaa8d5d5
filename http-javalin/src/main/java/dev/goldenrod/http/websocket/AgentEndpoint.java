package dev.goldenrod.http.websocket;

import dev.goldenrod.ControlPlaneException.InvalidInput;
import dev.goldenrod.Unavailable;
import dev.goldenrod.agent.AgentGateway;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorTable;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.jspecify.annotations.Nullable;

/** Accepts WebSocket connections of agents that present a cluster's token. Thread-safe. */
public final class AgentEndpoint {
  /** Path of the WebSocket for agents. */
  public static final String PATH = "/v1/agent";

  private static final ApiResponse NO_WEB_SOCKET =
      ErrorTable.invalid(
          "invalid input",
          new InvalidInput(
              "Sec-WebSocket-Version", "agents must use version 13 of the WebSocket protocol"));
  private static final String BEARER = "Bearer ";

  /** Agents send a status message four times as often. */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(20);

  private @Nullable ServerWebSocketContainer container;
  private volatile @Nullable AgentGateway gateway;

  /** Starts to accept agents for the given gateway. Until then, upgrades get 404. */
  public void acceptFor(AgentGateway to) {
    gateway = to;
  }

  /** Adds WebSocket support to a server that has not been started yet. */
  public void prepare(Server server) {
    container = ServerWebSocketContainer.ensure(server);
    container.setIdleTimeout(LONGEST_SILENCE);
  }

  /**
   * Upgrades an agent's request to a WebSocket.
   *
   * @return the error response; empty if the request was answered
   */
  public Optional<ApiResponse> upgrade(Request request, Response response, Callback callback) {
    AgentGateway to = gateway;
    if (to == null || !Request.getPathInContext(request).equals(PATH)) {
      return Optional.of(ErrorTable.error(404, "not found"));
    }
    AgentSocket socket = new AgentSocket();
    try {
      Optional<AgentGateway.Session> session = to.open(token(request), socket);
      if (session.isEmpty()) {
        return Optional.of(ErrorTable.unauthorized());
      }
      socket.deliverTo(session.get());
    } catch (RuntimeException broken) {
      if (broken instanceof Unavailable away) {
        return Optional.of(ErrorTable.unavailable(away));
      }
      throw broken;
    }
    boolean isAnswered =
        Objects.requireNonNull(container)
            .upgrade((asked, answered, done) -> socket, request, response, callback);
    return isAnswered ? Optional.empty() : Optional.of(NO_WEB_SOCKET);
  }

  private static String token(Request request) {
    String header = request.getHeaders().get(HttpHeader.AUTHORIZATION);
    return header != null && header.startsWith(BEARER)
        ? header.substring(BEARER.length()).strip()
        : "";
  }
}
