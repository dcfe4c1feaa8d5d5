package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.manifest.PodStates;
import dev.goldenrod.dataplane.k8s.server.DatabaseClaims;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.server.PodProblems;
import dev.goldenrod.dataplane.k8s.server.Pods;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import io.kubernetes.client.openapi.models.V1Pod;
import java.util.Optional;

/** The runs of databases' servers in their pods. Thread-safe. */
record ServerRuns(DatabaseClaims claims, DatabaseView view, PodProblems problems) {
  /** Waits until the server runs on the database's current data; returns the run's id. */
  String await(DatabaseRoot root, ClusterWait waiting) {
    return waiting.forValue(() -> current(root), () -> notRunningReason(root));
  }

  /** Waits until the server accepts logins; throws with its last log lines if it ends before. */
  void awaitReady(DatabaseRoot root, String run, ClusterWait waiting) {
    waiting.forValue(
        () -> {
          requireSameRun(root, run);
          return view.pod(root.id()).filter(PodStates::isReady);
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
          view.pod(root.id())
              .flatMap(problems::ending)
              .orElse("the database server ended while starting"));
    }
  }

  Optional<String> silenceReason(DatabaseRoot root) {
    return view.pod(root.id())
        .filter(pod -> !PodStates.isReady(pod))
        .map(
            pod ->
                "the database server does not answer or accepts no logins; its node restarts a server that does not answer for two minutes");
  }

  boolean isUp(DatabaseRoot root) {
    return current(root).isPresent();
  }

  private boolean isSameRun(DatabaseRoot root, String run) {
    return current(root).filter(run::equals).isPresent();
  }

  private Optional<String> current(DatabaseRoot root) {
    return view.pods().running(root.names(), root.generation()).flatMap(Pods::run);
  }

  private Optional<String> notRunningReason(DatabaseRoot root) {
    String claim = root.names().ofGeneration(root.generation());
    if (view.cluster().claims().cache().get(claim).isEmpty()) {
      claims.requirePresent(root);
    }
    Optional<V1Pod> pod = view.pod(root.id());
    return problems
        .ofVolume(claim)
        .or(() -> pod.flatMap(problems::of))
        .or(() -> problems.warning(pod.isPresent() ? root.names().pod() : root.names().root()));
  }
}
