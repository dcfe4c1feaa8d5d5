package dev.goldenrod.console.member;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.page.Counts;
import dev.goldenrod.console.page.Slice;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.member.AccessToken;
import java.util.List;
import java.util.UUID;

/** The member's own account and tokens. */
public record AccountPages(ControlPlane control) {
  public void addTo(PageTable pages) {
    pages
        .get("/account", this::show)
        .get("/account/tokens", this::tokens)
        .get("/account/tokens/{id}/revoke", this::confirmRevocation);
  }

  private Html show(Visit visit) {
    return new Html("account", "Your account")
        .with("member", visit.user())
        .with("usage", control.quotas().usage(visit.actor()));
  }

  private Html tokens(Visit visit) {
    return new Html("tokens", "Tokens")
        .with("tokens", Slice.of(visit, control.tokens().list(visit.actor())))
        .with("now", control.now());
  }

  private Html confirmRevocation(Visit visit) {
    UUID id = visit.id();
    List<AccessToken> tokens = control.tokens().list(visit.actor());
    String name =
        tokens.stream()
            .filter(token -> token.id().equals(id))
            .map(AccessToken::name)
            .findFirst()
            .orElseThrow(() -> ControlPlaneException.notFound("token", id));
    long children = tokens.stream().filter(token -> id.equals(token.parentId())).count();
    return new Html("confirm", "Revoke " + name)
        .with("question", "Revoke " + name + "?")
        .with(
            "consequence",
            "Programs that use the token are refused from now on."
                + (children == 0
                    ? ""
                    : " It was used to create "
                        + Counts.of(children, "other token")
                        + ", revoked with it."))
        .with("action", "/account/tokens/" + id + "/revoke")
        .with("button", "Revoke the token")
        .with("back", "/account/tokens");
  }
}
