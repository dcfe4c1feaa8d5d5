package dev.goldenrod.dataplane.k8s.database;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.dataplane.k8s.manifest.PodStates;
import dev.goldenrod.dataplane.k8s.server.DatabaseObjects;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.server.DatabaseServers;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.engine.EngineServer;
import io.kubernetes.client.openapi.models.V1Pod;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * The runs of databases' servers in their pods, and the checks of a server that has just come up,
 * before its database counts as ready. Thread-safe.
 */
record ServerRuns(
    DatabaseObjects objects,
    DatabaseServers servers,
    KubernetesLogins logins,
    PodProblems problems) {
  private static final Duration LONGEST_LOGIN = Duration.ofMinutes(2);

  /**
   * Problems of a running server; empty texts for none.
   *
   * @param login why no client can log in
   * @param order why lookups by index may miss rows
   */
  record Findings(String login, String order) {}

  /** Waits until the server runs on the database's current data; returns the run's id. */
  String await(DatabaseRoot root, ClusterWait waiting) {
    return waiting.forValue(() -> objects.currentRun(root), () -> notRunningReason(root));
  }

  /** Waits until the server accepts logins; throws with its last log lines if it ends before. */
  void awaitReady(DatabaseRoot root, String run, ClusterWait waiting) {
    waiting.forValue(
        () -> {
          requireSameRun(root, run);
          return objects.pod(root.id()).filter(PodStates::isReady);
        },
        () ->
            Optional.of(
                root.build().isReindexDue()
                    ? "the indexes are being rebuilt in the sort order of the database's current image; clients can log in when that is done"
                    : "the database server does not accept logins yet"));
  }

  void requireSameRun(DatabaseRoot root, String run) {
    if (!isSameRun(root, run)) {
      throw WorkFailure.blocked(
          objects
              .pod(root.id())
              .flatMap(problems::ending)
              .orElse("the database server ended while starting"));
    }
  }

  Optional<String> silenceReason(DatabaseRoot root) {
    return objects
        .pod(root.id())
        .filter(pod -> !PodStates.isReady(pod))
        .map(
            pod ->
                "the database server does not answer or accepts no logins; its node restarts a server that does not answer for two minutes");
  }

  boolean isUp(DatabaseRoot root) {
    return objects.currentRun(root).isPresent();
  }

  private boolean isSameRun(DatabaseRoot root, String run) {
    return objects.currentRun(root).filter(run::equals).isPresent();
  }

  private Optional<String> notRunningReason(DatabaseRoot root) {
    String claim = DatabaseObjects.claim(root);
    if (objects.cluster().claims().cache().get(claim).isEmpty()) {
      objects.requireClaim(root);
    }
    Optional<V1Pod> pod = objects.pod(root.id());
    return problems
        .ofVolume(claim)
        .or(() -> pod.flatMap(problems::of))
        .or(() -> problems.warning(pod.isPresent() ? root.names().pod() : root.names().root()));
  }

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
    return objects
        .pod(root.id())
        .map(objects.cluster().builds()::running)
        .orElse(EngineBuild.UNKNOWN);
  }

  /** The password may have changed since the login was checked. */
  private DatabaseRoot readCurrent(DatabaseRoot root) {
    return objects
        .root(root.id())
        .filter(now -> now.hasTargetOf(root))
        .orElseThrow(() -> new CancellationException("another server has taken over the work"));
  }
}
