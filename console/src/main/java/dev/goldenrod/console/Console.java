package dev.goldenrod.console;

import dev.goldenrod.console.html.Assets;
import dev.goldenrod.console.html.Renderer;
import dev.goldenrod.console.page.CloneForms;
import dev.goldenrod.console.page.ClonePages;
import dev.goldenrod.console.page.GoldenPages;
import dev.goldenrod.console.page.OverviewPage;
import dev.goldenrod.console.session.ExchangeRoute;
import dev.goldenrod.console.session.IssuerPages;
import dev.goldenrod.console.session.LiveChanges;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.SessionPages;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.member.Actor;
import dev.goldenrod.oidc.SingleSignOn;
import io.javalin.config.JavalinConfig;
import java.util.List;
import java.util.Optional;

/** The pages of one control plane, to be added to its HTTP server. Thread-safe. */
public final class Console implements AutoCloseable {
  private final ControlPlane control;
  private final String release;
  private final LiveChanges changes;
  private final Optional<SingleSignOn> signOn;

  /**
   * Creates the pages, which answer once {@link #addTo} has added them to a server.
   *
   * @param release the release of the server, shown on each page
   */
  public Console(ControlPlane control, String release) {
    this(control, release, Optional.empty());
  }

  /** Creates the pages, with sign-in at issuers if {@code signOn} is present. */
  public Console(ControlPlane control, String release, Optional<SingleSignOn> signOn) {
    this.control = control;
    this.release = release;
    this.signOn = signOn;
    this.changes = new LiveChanges(control);
  }

  /**
   * Returns the path, with a code, of a page that signs the member in once, within ten minutes and
   * from the machine of the server only.
   */
  public static String signInPath(ControlPlane control, Actor member) {
    return SessionPages.path(control.sessions().createCode(member, ""));
  }

  /** Adds the routes of the pages, from the root of the server on. */
  public void addTo(JavalinConfig config) {
    PageTable pages = new PageTable(config, control, new Renderer(release));
    new Assets().addTo(config);
    new SessionPages(control.members(), control.sessions(), issuers()).addTo(pages);
    signOn.ifPresent(present -> new IssuerPages(present).addTo(pages));
    signOn.ifPresent(present -> new ExchangeRoute(present).addTo(pages));
    new OverviewPage(control).addTo(pages);
    new GoldenPages(control.goldens()).addTo(pages);
    new ClonePages(control).addTo(pages);
    new CloneForms(control).addTo(pages);
    changes.addTo(pages);
    pages.addNotFound();
  }

  private List<SessionPages.IssuerLink> issuers() {
    return signOn.stream()
        .flatMap(present -> present.issuers().stream())
        .map(issuer -> new SessionPages.IssuerLink(issuer.name(), SingleSignOn.path(issuer)))
        .toList();
  }

  /** Answers the pages that wait for changes, so that the server can stop. */
  @Override
  public void close() {
    changes.close();
  }
}
