package dev.goldenrod.http.web;

import dev.goldenrod.ControlPlaneException.InvalidInput;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorTable;
import java.net.URI;
import java.util.Set;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Rejects changes and WebSocket upgrades that a browser sends for a page of another site. Such a
 * page has no token, but its login attempts would count as failed logins of a member. Clients other
 * than browsers do not send the headers that are checked here.
 */
final class CrossSiteRequestFilter extends Handler.Wrapper {
  private static final String FETCH_SITE = "Sec-Fetch-Site";
  private static final Set<String> OWN_SITES = Set.of("same-origin", "none");
  private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS");

  /** The body of a rejected request is not read, so the connection cannot be reused. */
  private static final ApiResponse REFUSED =
      ErrorTable.forbidden(
              new InvalidInput("Origin", "pages of other sites may not send this request"))
          .with("Connection", "close");

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    if (isLimited(request) && isCrossSite(request.getHeaders())) {
      WebSockets.refuse(REFUSED, request, response, callback);
      return true;
    }
    return super.handle(request, response, callback);
  }

  private static boolean isLimited(Request request) {
    return !SAFE_METHODS.contains(request.getMethod())
        || WebSockets.asksForWebSocket(request.getHeaders());
  }

  private static boolean isCrossSite(HttpFields headers) {
    String site = headers.get(FETCH_SITE);
    if (site != null) {
      return !OWN_SITES.contains(site);
    }
    String origin = headers.get(HttpHeader.ORIGIN);
    return origin != null && !isAddress(origin, headers.get(HttpHeader.HOST));
  }

  private static boolean isAddress(String origin, @Nullable String host) {
    try {
      return URI.create(origin).getRawAuthority() != null
          && URI.create(origin).getRawAuthority().equalsIgnoreCase(host);
    } catch (IllegalArgumentException malformed) {
      return false;
    }
  }
}
