package dev.goldenrod.http.web;

import dev.goldenrod.ControlPlaneException.InvalidInput;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorTable;
import dev.goldenrod.http.answer.Json;
import dev.goldenrod.http.answer.RequestIds;
import dev.goldenrod.http.websocket.AgentEndpoint;
import dev.goldenrod.http.websocket.TunnelEndpoint;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Handles every WebSocket upgrade before anything is stored for the request: agents and tunnels are
 * accepted, all others rejected. Other upgrade headers, such as for HTTP/2, are optional for the
 * server and ignored.
 */
final class WebSockets extends Handler.Wrapper {
  private static final ApiResponse REFUSED =
      ErrorTable.invalid(
          "invalid input",
          new InvalidInput("Upgrade", "only agents and tunnels may use WebSocket on this server"));

  private final AgentEndpoint agents;
  private final TunnelEndpoint tunnels;

  WebSockets(AgentEndpoint agents, TunnelEndpoint tunnels) {
    this.agents = agents;
    this.tunnels = tunnels;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    if (!asksForWebSocket(request.getHeaders())) {
      return super.handle(request, response, callback);
    }
    Optional<ApiResponse> refusal = upgrade(request, response, callback);
    if (refusal.isPresent()) {
      refuse(refusal.get(), request, response, callback);
    }
    return true;
  }

  private Optional<ApiResponse> upgrade(Request request, Response response, Callback callback) {
    String path = Request.getPathInContext(request);
    if (path.equals(AgentEndpoint.PATH)) {
      return agents.upgrade(request, response, callback);
    }
    return TunnelEndpoint.isAt(path)
        ? tunnels.upgrade(request, response, callback)
        : Optional.of(REFUSED);
  }

  /** Answers and logs a request that is rejected before routing. */
  static void refuse(ApiResponse refusal, Request request, Response response, Callback callback) {
    String id = RequestIds.of(request.getHeaders().get(RequestIds.HEADER));
    response.setStatus(refusal.status());
    refusal.headers().forEach(response.getHeaders()::put);
    response.getHeaders().put(RequestIds.HEADER, id);
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    RequestLog.write(request.getMethod(), Request.getPathInContext(request), refusal.status(), id);
    byte[] body = Json.bytes(Objects.requireNonNull(refusal.body()));
    response.write(true, ByteBuffer.wrap(body), callback);
  }

  static boolean asksForWebSocket(HttpFields headers) {
    return headers.contains(HttpHeader.UPGRADE, "websocket")
        || headers.contains(HttpHeader.SEC_WEBSOCKET_KEY)
        || headers.contains(HttpHeader.SEC_WEBSOCKET_VERSION);
  }
}
