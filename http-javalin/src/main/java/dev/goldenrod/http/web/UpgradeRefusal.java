package dev.goldenrod.http.web;

import dev.goldenrod.ControlPlaneException.InvalidInput;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorTable;
import dev.goldenrod.http.answer.Json;
import dev.goldenrod.http.answer.RequestIds;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Refuses every request to become a WebSocket before anything is kept of it. Other upgrades are
 * offers, as of HTTP/2, which a server may leave aside.
 */
final class UpgradeRefusal extends Handler.Wrapper {
  private static final ApiResponse REFUSED =
      ErrorTable.invalid(
          "invalid input", new InvalidInput("Upgrade", "this server speaks no WebSocket"));

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    if (!asksForWebSocket(request.getHeaders())) {
      return super.handle(request, response, callback);
    }
    String id = RequestIds.of(request.getHeaders().get(RequestIds.HEADER));
    response.setStatus(REFUSED.status());
    response.getHeaders().put(RequestIds.HEADER, id);
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    RequestLog.write(request.getMethod(), Request.getPathInContext(request), REFUSED.status(), id);
    byte[] body = Json.bytes(Objects.requireNonNull(REFUSED.body()));
    response.write(true, ByteBuffer.wrap(body), callback);
    return true;
  }

  private static boolean asksForWebSocket(HttpFields headers) {
    return headers.contains(HttpHeader.UPGRADE, "websocket")
        || headers.contains(HttpHeader.SEC_WEBSOCKET_KEY)
        || headers.contains(HttpHeader.SEC_WEBSOCKET_VERSION);
  }
}
