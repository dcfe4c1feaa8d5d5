package dev.goldenrod.console.session;

import dev.goldenrod.console.html.Html;
import dev.goldenrod.control.Session;
import dev.goldenrod.oidc.PendingSignIn;
import dev.goldenrod.oidc.SingleSignOn;
import io.javalin.http.Context;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Sign-in at an issuer: there with the browser, and back. */
public record IssuerPages(SingleSignOn signOn) {
  private static final String PATH = "/sign-in/oidc/{issuer}";

  public void addTo(PageTable pages) {
    pages.getPublic(PATH, this::begin).getPublic(PATH + "/callback", this::complete);
  }

  private Optional<Html> begin(Context context) {
    String next = SessionPages.next(context.queryParam("next"));
    SingleSignOn.Begun begun = signOn.begin(context.pathParam("issuer"), next);
    PendingCookie.write(context, begun.pending());
    PageTable.goTo(context, begun.page().toString());
    return Optional.empty();
  }

  /**
   * Shows a page that leads on. Browsers would not send the session's cookie with a redirect,
   * because the issuer's site began the chain of redirects.
   */
  private Optional<Html> complete(Context context) {
    Optional<PendingSignIn> pending = PendingCookie.take(context);
    Session session = signOn.complete(context.pathParam("issuer"), pending, answer(context));
    SessionCookie.write(context, session);
    String next = SessionPages.next(pending.map(PendingSignIn::next).orElse("/"));
    return Optional.of(new Html("signed-in", "Signed in").with("next", next));
  }

  private static Map<String, String> answer(Context context) {
    Map<String, String> answer = new HashMap<>();
    context
        .queryParamMap()
        .forEach((name, values) -> values.forEach(value -> answer.putIfAbsent(name, value)));
    return answer;
  }
}
