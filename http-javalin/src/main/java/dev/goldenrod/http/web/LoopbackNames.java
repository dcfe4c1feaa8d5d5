package dev.goldenrod.http.web;

import dev.goldenrod.ControlPlaneException.InvalidInput;
import dev.goldenrod.http.answer.ErrorTable;
import java.net.InetSocketAddress;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Refuses requests to a loopback address under a name that is not loopback's: a web page whose name
 * was made to lead there (DNS rebinding) could read what is answered without a token.
 */
final class LoopbackNames extends Handler.Wrapper {
  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    String name = Request.getServerName(request);
    if (isLoopback(request) && !isLoopbackName(name)) {
      WebSockets.refuse(
          ErrorTable.invalid(
              "invalid input",
              new InvalidInput("Host", "'" + name + "' must be localhost or a loopback address")),
          request,
          response,
          callback);
      return true;
    }
    return super.handle(request, response, callback);
  }

  private static boolean isLoopback(Request request) {
    return request.getConnectionMetaData().getLocalSocketAddress()
            instanceof InetSocketAddress local
        && local.getAddress() != null
        && local.getAddress().isLoopbackAddress();
  }

  private static boolean isLoopbackName(String name) {
    return name.equalsIgnoreCase("localhost")
        || name.matches("127(\\.\\d{1,3}){3}")
        || name.equals("[::1]")
        || name.equals("::1");
  }
}
