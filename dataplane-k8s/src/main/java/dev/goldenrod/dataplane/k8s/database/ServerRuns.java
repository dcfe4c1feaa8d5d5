package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.work.Trouble;
import dev.goldenrod.dataplane.k8s.work.Waiting;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1Pod;
import java.time.Duration;
import java.util.Optional;

/** The runs of databases' servers in their pods, and why there is none. Thread-safe. */
record ServerRuns(DatabaseServers servers, DatabaseView view, PodTroubles troubles) {
  /** How long the news of a server's end may take. */
  private static final Duration NEWS_OF_END = Duration.ofSeconds(3);

  /** Waits for a run of the server of the database's present data. */
  String await(DatabaseRoot root, Waiting waiting) {
    return waiting.forValue(() -> current(root), () -> whyNone(root));
  }

  /**
   * Waits until the server accepts logins.
   *
   * @throws Trouble when it ends before, with its last words
   */
  void awaitReady(DatabaseRoot root, EngineServer server, String run, Waiting waiting) {
    try {
      servers.awaitReady(root, server, waiting);
    } catch (Trouble | DataPlaneException e) {
      if (waiting.until(() -> !goesOn(root, run), NEWS_OF_END)) {
        requireGoingOn(root, run);
      }
      throw e;
    }
  }

  /**
   * Ends work on a run that is over.
   *
   * @throws Trouble when it is
   */
  void requireGoingOn(DatabaseRoot root, String run) {
    if (!goesOn(root, run)) {
      throw Trouble.passing(
          view.pod(root.id())
              .flatMap(troubles::ending)
              .orElse("its server ended while it was started"));
    }
  }

  private boolean goesOn(DatabaseRoot root, String run) {
    return current(root).filter(run::equals).isPresent();
  }

  private Optional<String> current(DatabaseRoot root) {
    return view.pods().running(root.names(), root.generation()).flatMap(Pods::run);
  }

  private Optional<String> whyNone(DatabaseRoot root) {
    String claim = root.names().ofGeneration(root.generation());
    Optional<V1Pod> pod = view.pod(root.id());
    return troubles
        .ofVolume(claim)
        .or(() -> pod.flatMap(troubles::of))
        .or(() -> troubles.warning(pod.isPresent() ? root.names().pod() : root.names().root()));
  }
}
