package dev.goldenrod.console;

import dev.goldenrod.console.audit.AuditPage;
import dev.goldenrod.console.clone.CloneForms;
import dev.goldenrod.console.clone.ClonePages;
import dev.goldenrod.console.clone.CloneQuestions;
import dev.goldenrod.console.cluster.ClusterPages;
import dev.goldenrod.console.cluster.EnginePage;
import dev.goldenrod.console.database.BranchPages;
import dev.goldenrod.console.database.DatabaseForms;
import dev.goldenrod.console.database.DatabasePages;
import dev.goldenrod.console.database.DatabaseQuestions;
import dev.goldenrod.console.database.DatabaseSnapshotPages;
import dev.goldenrod.console.database.DeletedPages;
import dev.goldenrod.console.database.RestorePages;
import dev.goldenrod.console.figure.LaunchFigures;
import dev.goldenrod.console.golden.GoldenForms;
import dev.goldenrod.console.golden.GoldenPages;
import dev.goldenrod.console.golden.ImportPages;
import dev.goldenrod.console.golden.MaskingPages;
import dev.goldenrod.console.golden.PoolPages;
import dev.goldenrod.console.golden.SourceForms;
import dev.goldenrod.console.golden.SourcePages;
import dev.goldenrod.console.html.Assets;
import dev.goldenrod.console.html.Renderer;
import dev.goldenrod.console.member.AccountForms;
import dev.goldenrod.console.member.AccountPages;
import dev.goldenrod.console.member.MemberForms;
import dev.goldenrod.console.member.MemberPages;
import dev.goldenrod.console.member.QuotaPages;
import dev.goldenrod.console.overview.FirstSteps;
import dev.goldenrod.console.overview.OverviewPage;
import dev.goldenrod.console.session.DeviceRoutes;
import dev.goldenrod.console.session.ExchangeRoute;
import dev.goldenrod.console.session.InvitePages;
import dev.goldenrod.console.session.IssuerPages;
import dev.goldenrod.console.session.LiveChanges;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.SessionPages;
import dev.goldenrod.console.session.SignInLinks;
import dev.goldenrod.console.settings.ServerSettings;
import dev.goldenrod.console.settings.SettingsPage;
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
  private volatile LaunchFigures launches = List::of;
  private volatile Optional<ServerSettings> settings = Optional.empty();
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
    return SignInLinks.path(control.sessions().createCode(member, ""));
  }

  /** Shows a chart of these figures to operators. */
  public Console showLaunches(LaunchFigures figures) {
    launches = figures;
    return this;
  }

  /** Shows these settings to admins. */
  public Console showSettings(ServerSettings shown) {
    settings = Optional.of(shown);
    return this;
  }

  /** Adds the routes of the pages, from the root of the server on. */
  public void addTo(JavalinConfig config) {
    PageTable pages = new PageTable(config, control, new Renderer(release));
    new Assets().addTo(config);
    addSessions(pages);
    addDatabases(pages);
    addGoldens(pages);
    addAdministration(pages);
    changes.addTo(pages);
    pages.addNotFound();
  }

  private void addSessions(PageTable pages) {
    new SessionPages(control.members(), control.sessions(), issuers()).addTo(pages);
    new InvitePages(control.invites()).addTo(pages);
    signOn.ifPresent(present -> new IssuerPages(present).addTo(pages));
    signOn.ifPresent(present -> new ExchangeRoute(present).addTo(pages));
    signOn.ifPresent(present -> new DeviceRoutes(present.devices()).addTo(pages));
    new OverviewPage(control, () -> launches.lastHour()).addTo(pages);
    new FirstSteps(control).addTo(pages);
    new AccountPages(control).addTo(pages);
    new AccountForms(control.sessions(), control.tokens()).addTo(pages);
  }

  private void addDatabases(PageTable pages) {
    new DatabasePages(control).addTo(pages);
    new DatabaseForms(control).addTo(pages);
    new DatabaseQuestions(control).addTo(pages);
    new DatabaseSnapshotPages(control).addTo(pages);
    new RestorePages(control).addTo(pages);
    new BranchPages(control).addTo(pages);
    new DeletedPages(control.deletions()).addTo(pages);
  }

  private void addGoldens(PageTable pages) {
    new GoldenPages(control).addTo(pages);
    new GoldenForms(control.goldens()).addTo(pages);
    new ClonePages(control).addTo(pages);
    new CloneForms(control).addTo(pages);
    new CloneQuestions(control).addTo(pages);
    new PoolPages(control).addTo(pages);
    new SourcePages(control).addTo(pages);
    new SourceForms(control).addTo(pages);
    new MaskingPages(control).addTo(pages);
    new ImportPages(control).addTo(pages);
  }

  private void addAdministration(PageTable pages) {
    new MemberPages(control).addTo(pages);
    new MemberForms(control.members(), control.invites()).addTo(pages);
    new QuotaPages(control.quotas()).addTo(pages);
    new AuditPage(control.auditLog(), control.members()).addTo(pages);
    new ClusterPages(control.clusters()).addTo(pages);
    new EnginePage(control.engines()).addTo(pages);
    new SettingsPage(control, issuerRows(), () -> settings).addTo(pages);
  }

  private List<SessionPages.IssuerLink> issuers() {
    return signOn.stream()
        .flatMap(present -> present.issuers().stream())
        .map(issuer -> new SessionPages.IssuerLink(issuer.name(), SingleSignOn.path(issuer)))
        .toList();
  }

  private List<SettingsPage.IssuerRow> issuerRows() {
    return signOn.stream()
        .flatMap(present -> present.issuers().stream())
        .map(issuer -> new SettingsPage.IssuerRow(issuer.name(), issuer.url()))
        .toList();
  }

  /** Answers the pages that wait for changes, so that the server can stop. */
  @Override
  public void close() {
    changes.close();
  }
}
