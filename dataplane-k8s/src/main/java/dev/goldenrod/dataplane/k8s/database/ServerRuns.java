package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.manifest.PodStates;
import dev.goldenrod.dataplane.k8s.server.DatabaseClaims;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.server.PodProblems;
import dev.goldenrod.dataplane.k8s.server.Pods;
import dev.goldenrod.dataplane.k8s.work.Waiting;
import io.kubernetes.client.openapi.models.V1Pod;
import java.util.Optional;

/** The runs of databases' servers in their pods, and why there is none. Thread-safe. */
record ServerRuns(DatabaseClaims claims, DatabaseView view, PodProblems problems) {
  /**
   * Waits for a run of the server of the database's present data.
   *
   * @throws WorkFailure when there is no volume with it any more
   */
  String await(DatabaseRoot root, Waiting waiting) {
    return waiting.forValue(() -> current(root), () -> whyNone(root));
  }

  /**
   * Waits until the server accepts logins, by the word of its pod's node.
   *
   * @throws WorkFailure when it ends before, with its last words
   */
  void awaitReady(DatabaseRoot root, String run, Waiting waiting) {
    waiting.forValue(
        () -> {
          requireGoingOn(root, run);
          return view.pod(root.id()).filter(PodStates::isReady);
        },
        () ->
            Optional.of(
                root.build().isReindexDue()
                    ? "its indexes are built anew, in the order of the image that it has now; clients can log in when that is done"
                    : "its server does not accept logins yet"));
  }

  /**
   * Ends work on a run that is over.
   *
   * @throws WorkFailure when it is
   */
  void requireGoingOn(DatabaseRoot root, String run) {
    if (!goesOn(root, run)) {
      throw WorkFailure.blocked(
          view.pod(root.id())
              .flatMap(problems::ending)
              .orElse("its server ended while it was started"));
    }
  }

  /** What is told of a server that was up and does not answer; empty when it does. */
  Optional<String> whySilent(DatabaseRoot root) {
    return view.pod(root.id())
        .filter(pod -> !PodStates.isReady(pod))
        .map(
            pod ->
                "its server does not answer, or accepts no logins; one that does not answer for two minutes is started again by its node");
  }

  /** Whether the server of the present data runs, as far as is known. */
  boolean isUp(DatabaseRoot root) {
    return current(root).isPresent();
  }

  private boolean goesOn(DatabaseRoot root, String run) {
    return current(root).filter(run::equals).isPresent();
  }

  private Optional<String> current(DatabaseRoot root) {
    return view.pods().running(root.names(), root.generation()).flatMap(Pods::run);
  }

  private Optional<String> whyNone(DatabaseRoot root) {
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
