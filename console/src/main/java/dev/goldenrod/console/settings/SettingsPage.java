package dev.goldenrod.console.settings;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.DataPlaneRelease;
import dev.goldenrod.console.html.Durations;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.page.Slice;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.instance.Ttl;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The settings of the server, for admins to read.
 *
 * @param issuers where members can sign in
 * @param server supplies the settings that only the server knows; empty if it does not tell them
 */
public record SettingsPage(
    ControlPlane control, List<IssuerRow> issuers, Supplier<Optional<ServerSettings>> server) {
  private static final String PATH = "/settings";

  /** An issuer of identities. */
  public record IssuerRow(String name, URI url) {}

  /**
   * A data plane.
   *
   * @param kind and release, as in {@code kubernetes 0.1.0}; empty if it never connected or does
   *     not report them
   * @param status as in {@code online}
   */
  public record DataPlaneRow(String cluster, String path, String kind, String status) {}

  public void addTo(PageTable pages) {
    pages.get(PATH, this::show);
  }

  private Html show(Visit visit) {
    visit.actor().requireAdmin();
    List<DataPlaneRow> dataPlanes =
        control.clusters().list(visit.actor()).stream().map(this::row).toList();
    return new Html("settings", "Settings")
        .with("server", server.get().orElse(null))
        .with("dataPlanes", Slice.of(visit, dataPlanes))
        .with("quota", control.quotas().of(visit.actor()).quota())
        .with("caps", control.caps())
        .with("longestTtl", Durations.lifetime(new Ttl(Ttl.MAX)))
        .with("issuers", issuers);
  }

  private DataPlaneRow row(Cluster cluster) {
    DataPlaneRelease release = cluster.dataPlane();
    String kind = release.kind() == null ? "" : release.kind().wireName();
    return new DataPlaneRow(
        cluster.name(),
        "/clusters/" + cluster.id(),
        release.version() == null ? kind : kind + " " + release.version(),
        control.clusters().status(cluster).wireName());
  }
}
