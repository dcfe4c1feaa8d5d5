package dev.goldenrod.http.resource;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.http.route.LongPolls;
import dev.goldenrod.http.route.PeerForwarder;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.service.ServiceRoutes;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** All routes of the API. */
public final class ApiRoutes {
  private ApiRoutes() {}

  /**
   * Returns the service routes, and the routes of all resource types for the use cases of a control
   * plane.
   *
   * @param patience maximum time to wait for a change of a database before its response is sent
   */
  public static List<Route> of(
      ControlPlane control, ServiceRoutes service, Duration patience, LongPolls polls) {
    DatabaseRoutes databases =
        new DatabaseRoutes(
            control.databases(),
            control.schemas(),
            control.clusters(),
            new PeerForwarder(control.clusters()),
            polls,
            patience);
    GoldenRoutes goldens =
        new GoldenRoutes(control.goldens(), control.clusters(), control.snapshots());
    return Stream.of(
            service.routes(),
            new AuthRoutes(control.sessions(), control.tokens()).routes(),
            new InviteRoutes(control.invites()).routes(),
            new UserRoutes(control.members()).routes(),
            new ClusterRoutes(control.clusters()).routes(),
            new EngineRoutes(control.engines()).routes(),
            goldens.routes(),
            goldens.sharedRoutes(),
            new SourceRoutes(control.sources()).routes(),
            new MaskingRoutes(control.masking()).routes(),
            new ImportRoutes(control.imports(), control.clusters(), polls).routes(),
            new InstanceRoutes(control.instances(), control.clusters(), polls).routes(),
            databases.routes(),
            new DatabaseSnapshotRoutes(
                    control.databases(),
                    control.snapshots(),
                    control.clusters(),
                    databases,
                    polls,
                    patience)
                .routes(),
            new ArchiveRoutes(control.archives()).routes(),
            new SnapshotScheduleRoutes(control.databases(), control.snapshotSchedules()).routes(),
            new DeletedRoutes(control.deletions()).routes(),
            new TunnelRoutes(control.tunnels()).routes(),
            new PoolRoutes(control.pools(), control.clusters()).routes(),
            new QuotaRoutes(control.quotas()).routes(),
            new AuditRoutes(control.auditLog()).routes())
        .flatMap(List::stream)
        .toList();
  }
}
