package dev.goldenrod.dataplane.k8s.database;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.server.DatabaseServers;
import dev.goldenrod.dataplane.k8s.server.SortFindings;
import dev.goldenrod.dataplane.k8s.work.Waiting;
import dev.goldenrod.engine.EngineServer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/** What is done with a server that has just come up, before the database is told to be ready. */
record ServerStarts(
    ClusterApi cluster, DatabaseServers servers, KubernetesLogins logins, DatabaseView view) {
  private static final Duration LONGEST_LOGIN = Duration.ofMinutes(2);

  /**
   * Why clients may not get on with a server that is up; empty where nothing is wrong.
   *
   * @param login why none can log in
   * @param order why what is indexed may not be found
   */
  record Findings(String login, String order) {}

  /**
   * Ensures that clients can log in, where that is due; else changes nothing in the database.
   *
   * @return what was found
   */
  Findings letClientsIn(DatabaseRoot root, EngineServer server, Waiting waiting) {
    String[] found = {"", ""};
    servers.talk(
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

  /** Whether the server may have another image than the one whose order was looked at last. */
  private boolean isOrderUncertain(DatabaseRoot root) {
    Optional<String> known = root.build().image();
    return SortFindings.areDue(root.secret())
        || known.isEmpty()
        || !known.equals(build(root).image());
  }

  /** The change that tells that the run of the server is one that clients can use. */
  JsonObject verified(DatabaseRoot root, String run, Findings findings) {
    JsonObject patch = current(root).verifiedIn(run, findings.login());
    return build(root).addTo(SortFindings.told(patch, findings.order()));
  }

  /** Of its pod; what is not known now may be known of before. */
  private EngineBuild build(DatabaseRoot root) {
    return view.pod(root.id()).map(cluster.builds()::running).orElse(EngineBuild.UNKNOWN);
  }

  /** The password may be another one since a look at the login. */
  private DatabaseRoot current(DatabaseRoot root) {
    return cluster
        .secrets()
        .api()
        .get(root.names().root())
        .map(DatabaseRoot::new)
        .filter(now -> now.hasAimOf(root))
        .orElseThrow(() -> new CancellationException("another server has gone further"));
  }
}
