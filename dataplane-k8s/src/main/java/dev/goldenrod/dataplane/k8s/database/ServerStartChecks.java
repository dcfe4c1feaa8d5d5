package dev.goldenrod.dataplane.k8s.database;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.server.DatabaseServers;
import dev.goldenrod.dataplane.k8s.server.SortOrderAnnotations;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.engine.EngineServer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/** The checks of a server that has just come up, before its database counts as ready. */
record ServerStartChecks(
    ClusterApi cluster, DatabaseServers servers, KubernetesLogins logins, DatabaseView view) {
  private static final Duration LONGEST_LOGIN = Duration.ofMinutes(2);

  /**
   * Problems of a running server; empty texts for none.
   *
   * @param login why no client can log in
   * @param order why lookups by index may miss rows
   */
  record Findings(String login, String order) {}

  /** Restores access for clients if that is due, and otherwise only checks it. */
  Findings ensureAccess(DatabaseRoot root, EngineServer server, ClusterWait waiting) {
    String[] found = {"", ""};
    servers.callThroughTunnel(
        root,
        LONGEST_LOGIN,
        waiting,
        port -> {
          if (root.isLoginDue() || server.isLoginUnfinished()) {
            server.ensureLogin(port, root.password(), !root.knowsPassword()).run();
          } else {
            found[0] = logins.problem(root, server, port);
          }
          if (isOrderUncertain(root)) {
            found[1] = server.sortOrders().flatMap(orders -> orders.problem(port)).orElse("");
          }
        });
    return new Findings(found[0], found[1]);
  }

  private boolean isOrderUncertain(DatabaseRoot root) {
    Optional<String> known = root.build().image();
    return SortOrderAnnotations.isCheckDue(root.secret())
        || known.isEmpty()
        || !known.equals(build(root).image());
  }

  JsonObject verifiedPatch(DatabaseRoot root, String run, Findings findings) {
    JsonObject patch = readCurrent(root).verifiedPatch(run, findings.login());
    return build(root).addTo(SortOrderAnnotations.addProblem(patch, findings.order()));
  }

  private EngineBuild build(DatabaseRoot root) {
    return view.pod(root.id()).map(cluster.builds()::running).orElse(EngineBuild.UNKNOWN);
  }

  /** The password may have changed since the login was checked. */
  private DatabaseRoot readCurrent(DatabaseRoot root) {
    return cluster
        .secrets()
        .api()
        .get(root.names().root())
        .map(DatabaseRoot::new)
        .filter(now -> now.hasTargetOf(root))
        .orElseThrow(() -> new CancellationException("another server has taken over the work"));
  }
}
