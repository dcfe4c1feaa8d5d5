package dev.goldenrod.dataplane.k8s.client;

import dev.goldenrod.DaemonThreads;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodList;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import io.kubernetes.client.util.generic.KubernetesApiResponse;
import io.kubernetes.client.util.generic.options.ListOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A health check of the API server, polled so that other calls need not wait for a timeout. The
 * beginning and the end of an outage are logged once each. Thread-safe.
 */
final class Reachability implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Reachability.class);

  private final HealthCheck healthCheck;
  private final Reactions reactions;
  private final Times times;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(new DaemonThreads("reachability"));
  private volatile @Nullable Outage outage;
  private volatile long lastAnswer = System.nanoTime();
  private volatile @Nullable Long silentSince;
  private long revision;
  private boolean isCheckDue;

  /** A cheap call that any API server answers quickly. */
  interface HealthCheck {
    /** Returns the number of the cluster's latest change, if the response has it. */
    OptionalLong revision() throws IOException;
  }

  /** Callbacks, which must return quickly. */
  interface Reactions {
    /** Cancels the calls that wait for the server. */
    void lost();

    /** The cluster was restored to an older state, so caches may be wrong. */
    void restored();
  }

  /**
   * @param checkInterval interval while the server answers
   * @param recheckInterval interval while it does not
   * @param shortestOutage silence of a shorter time is not an outage
   */
  record Times(Duration checkInterval, Duration recheckInterval, Duration shortestOutage) {
    /** The shortest outage is about as long as a single call's retries. */
    static final Times DEFAULT =
        new Times(Duration.ofSeconds(3), Duration.ofMillis(500), Duration.ofSeconds(2));
  }

  private record Outage(String reason, long since) {}

  Reachability(HealthCheck healthCheck, Reactions reactions, Times times) {
    this.healthCheck = healthCheck;
    this.reactions = reactions;
    this.times = times;
  }

  /**
   * Returns a check that reads the number of the cluster's latest change, from the head of a list
   * of a single pod. A 5xx status is treated as no response, because a load balancer answers so for
   * a missing server.
   */
  static HealthCheck revisionCheck(ApiClient client, String namespace) {
    return new RevisionCheck(
        new GenericKubernetesApi<>(V1Pod.class, V1PodList.class, "", "v1", "pods", client),
        namespace);
  }

  void start() {
    thread.execute(this::run);
  }

  /** Returns why the server is unreachable; empty while it is known to answer. */
  Optional<String> outage() {
    return Optional.ofNullable(outage).map(Outage::reason);
  }

  /** Records that some call had a response. */
  void answered() {
    lastAnswer = System.nanoTime();
  }

  /** Runs the health check immediately, because a call had no response. */
  synchronized void suspect() {
    if (silentSince == null) {
      isCheckDue = true;
      notifyAll();
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }

  private void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        checkSafely();
        pause();
      }
    } catch (InterruptedException closed) {
      LOG.debug("closed", closed);
    }
  }

  private void checkSafely() {
    try {
      check();
    } catch (RuntimeException e) {
      LOG.warn("Health check of the Kubernetes API server failed unexpectedly, will retry", e);
    }
  }

  private void check() {
    long begun = System.nanoTime();
    try {
      OptionalLong now = healthCheck.revision();
      answered();
      endOutage();
      now.ifPresent(this::compare);
    } catch (IOException e) {
      onFailure(begun, e);
    }
  }

  /** If another call got a response meanwhile, the server is only slow. */
  private void onFailure(long begun, IOException problem) {
    Long known = silentSince;
    long since = known == null || lastAnswer - known > 0 ? Math.max(begun, lastAnswer) : known;
    silentSince = since;
    if (outage == null && System.nanoTime() - since >= times.shortestOutage().toNanos()) {
      String reason = ApiErrors.reason(problem);
      outage = new Outage(reason, since);
      LOG.warn(
          "{}; databases keep running, and changes to them wait until it is reachable", reason);
      reactions.lost();
    }
  }

  private void endOutage() {
    Outage ended = outage;
    outage = null;
    silentSince = null;
    if (ended != null) {
      Duration time = Duration.ofNanos(System.nanoTime() - ended.since());
      LOG.info("Kubernetes API server reachable again after {} s", time.toSeconds());
    }
  }

  private void compare(long now) {
    if (now < revision) {
      LOG.warn(
          "Cluster was restored to an older state: latest change is number {}, was {}; listing all of Goldenrod's objects again",
          now,
          revision);
      reactions.restored();
    }
    revision = now;
  }

  private synchronized void pause() throws InterruptedException {
    if (!isCheckDue) {
      wait((silentSince == null ? times.checkInterval() : times.recheckInterval()).toMillis());
    }
    isCheckDue = false;
  }

  private record RevisionCheck(GenericKubernetesApi<V1Pod, V1PodList> pods, String namespace)
      implements HealthCheck {
    private static final int SERVER_ERROR = 500;

    @Override
    public OptionalLong revision() throws IOException {
      KubernetesApiResponse<V1PodList> answer = answer();
      if (answer.getHttpStatusCode() >= SERVER_ERROR) {
        throw new IOException("it answers with status " + answer.getHttpStatusCode());
      }
      return Optional.ofNullable(answer.getObject())
          .map(list -> list.getMetadata().getResourceVersion())
          .map(RevisionCheck::number)
          .orElseGet(OptionalLong::empty);
    }

    private KubernetesApiResponse<V1PodList> answer() throws IOException {
      try {
        return pods.list(namespace, new ListOptions().limit(1));
      } catch (RuntimeException e) {
        throw e.getCause() instanceof IOException none ? none : new IOException(e.toString(), e);
      }
    }

    private static OptionalLong number(String text) {
      try {
        return OptionalLong.of(Long.parseLong(text));
      } catch (NumberFormatException other) {
        return OptionalLong.empty();
      }
    }
  }
}
