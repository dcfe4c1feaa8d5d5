package dev.goldenrod.http.web;

import java.util.function.Consumer;
import org.eclipse.jetty.ee10.servlet.SessionHandler;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.session.ManagedSession;
import org.eclipse.jetty.util.Callback;

/**
 * Replaces the session handler in a context that Javalin creates with one. Every request carries
 * its token, and no state of a client is kept. Creating a session throws.
 */
final class NoSessions extends SessionHandler {
  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    Handler next = getHandler();
    return next != null && next.handle(request, response, callback);
  }

  @Override
  public void newSession(
      Request request, String requestedSessionId, Consumer<ManagedSession> consumer) {
    throw new IllegalStateException("this server keeps no sessions");
  }
}
