package dev.goldenrod.dataplane.k8s.version;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the staging Secrets, pods, claims and snapshots of servers that were killed while they
 * made the data of empty databases or registered versions, whether or not that data is asked for
 * again. Thread-safe.
 */
public final class AbandonedStaging {
  private static final Logger LOG = LoggerFactory.getLogger(AbandonedStaging.class);
  private static final List<String> LABELS = List.of(Labels.BLANK, Labels.REGISTERED);

  /** Six missed beats of {@link Heartbeat}. */
  private static final Duration SILENCE = Duration.ofMinutes(2);

  private record Seen(String version, long at) {}

  private final ClusterApi cluster;
  private final PreparedLeftovers leftovers;
  private final Duration silence;
  private final Map<String, Seen> seen = new ConcurrentHashMap<>();

  public AbandonedStaging(ClusterApi cluster) {
    this(cluster, SILENCE);
  }

  /**
   * @param silence how long a Secret must stay unchanged before its maker counts as killed
   */
  AbandonedStaging(ClusterApi cluster, Duration silence) {
    this.cluster = cluster;
    this.leftovers = new PreparedLeftovers(cluster);
    this.silence = silence;
  }

  /**
   * Removes staging objects unchanged since an earlier sweep. The first sweep only records the
   * Secrets, so that no clocks are compared.
   */
  public void sweep() {
    List<V1Secret> staging =
        cluster.secrets().cache().list().stream().filter(AbandonedStaging::isStaging).toList();
    seen.keySet().retainAll(staging.stream().map(Metadata::name).collect(Collectors.toSet()));
    staging.stream()
        .map(Metadata::name)
        .filter(this::isAbandoned)
        .forEach(
            name -> {
              LOG.info("Removing abandoned staging objects {}: their server was killed", name);
              cluster.secrets().deleteWithDependents(name);
            });
    LABELS.forEach(leftovers::sweepSnapshots);
  }

  private boolean isAbandoned(String name) {
    long now = System.nanoTime();
    // The cache may be behind, so the version is read from the API server.
    Optional<String> version =
        cluster.secrets().get(name).map(secret -> secret.getMetadata().getResourceVersion());
    if (version.isEmpty()) {
      return false;
    }
    Seen before = seen.get(name);
    if (before == null || !before.version().equals(version.get())) {
      seen.put(name, new Seen(version.get(), now));
      return false;
    }
    return now - before.at() >= silence.toNanos();
  }

  private static boolean isStaging(V1Secret secret) {
    return LABELS.stream()
        .flatMap(label -> Labels.id(secret, label).stream())
        .anyMatch(id -> isStagingName(Metadata.name(secret), id));
  }

  private static boolean isStagingName(String name, UUID id) {
    return name.endsWith(PreparedLeftovers.stagingName("", id));
  }

  /**
   * Changes a staging Secret every 20 seconds until it is closed, so that other servers see that
   * this process still makes the data.
   */
  static final class Heartbeat implements AutoCloseable {
    private static final String ANNOTATION = "goldenrod.dev/staging-beat";
    private static final Duration BEAT = Duration.ofSeconds(20);

    private final ClusterApi cluster;
    private final String name;
    private final ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(new DaemonThreads("staging-sign"));
    private long beats;

    /**
     * @param name the Secret's; without effect while it is missing
     */
    Heartbeat(ClusterApi cluster, String name) {
      this.cluster = cluster;
      this.name = name;
      timer.scheduleWithFixedDelay(
          this::beat, BEAT.toMillis(), BEAT.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void beat() {
      beats++;
      try {
        cluster.secrets().merge(name, Annotations.patch(Map.of(ANNOTATION, Long.toString(beats))));
      } catch (DataPlaneException e) {
        LOG.debug("Secret {} could not be changed, will retry: {}", name, e.getMessage());
      }
    }

    @Override
    public void close() {
      timer.shutdownNow();
    }
  }
}
