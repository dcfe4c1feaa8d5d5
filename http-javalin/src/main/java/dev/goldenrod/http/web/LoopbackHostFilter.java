package dev.goldenrod.http.web;

import dev.goldenrod.ControlPlaneException.InvalidInput;
import dev.goldenrod.http.answer.ErrorTable;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Rejects requests to a loopback address with a host name that is not one of loopback. With DNS
 * rebinding, a web page could otherwise read responses that need no token.
 */
final class LoopbackHostFilter extends Handler.Wrapper {
  /**
   * Headers that browsers send and a page can neither remove nor suppress. To an address without
   * TLS, browsers send no {@code Sec-Fetch-…} headers, and with safe methods no {@code Origin}.
   */
  private static final Set<String> OF_BROWSERS = Set.of("origin", "accept-language");

  private static final String FETCH_METADATA = "sec-fetch-";

  private final Predicate<HttpFields> isLimited;
  private final Set<String> allowed;
  private final String names;

  private LoopbackHostFilter(Predicate<HttpFields> isLimited, Set<String> allowed, String names) {
    this.isLimited = isLimited;
    this.allowed =
        allowed.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    this.names = names;
  }

  static LoopbackHostFilter forAllClients() {
    return new LoopbackHostFilter(headers -> true, Set.of(), "localhost or a loopback address");
  }

  /**
   * Requires a loopback name or one of the given names for requests of browsers. Other clients may
   * come through a proxy on the same machine, with the name of the proxy.
   */
  static LoopbackHostFilter forBrowsers(Set<String> allowed) {
    return new LoopbackHostFilter(
        LoopbackHostFilter::isFromBrowser,
        allowed,
        "localhost, a loopback address or one of --allowed-hosts");
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    String name = Request.getServerName(request).toLowerCase(Locale.ROOT);
    if (isLoopback(request)
        && isLimited.test(request.getHeaders())
        && !isLoopbackName(name)
        && !allowed.contains(name)) {
      WebSockets.refuse(
          ErrorTable.invalid(
                  "invalid input", new InvalidInput("Host", "'" + name + "' must be " + names))
              .with("Connection", "close"),
          request,
          response,
          callback);
      return true;
    }
    return super.handle(request, response, callback);
  }

  private static boolean isFromBrowser(HttpFields headers) {
    return headers.stream()
        .map(HttpField::getLowerCaseName)
        .anyMatch(name -> OF_BROWSERS.contains(name) || name.startsWith(FETCH_METADATA));
  }

  private static boolean isLoopback(Request request) {
    return request.getConnectionMetaData().getLocalSocketAddress()
            instanceof InetSocketAddress local
        && local.getAddress() != null
        && local.getAddress().isLoopbackAddress();
  }

  private static boolean isLoopbackName(String name) {
    return name.equals("localhost")
        || name.matches("([a-z0-9-]+\\.)+localhost")
        || name.matches("127(\\.(25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}")
        || name.equals("[::1]")
        || name.equals("::1");
  }
}
