package dev.goldenrod.dataplane.k8s.version;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.port.DataPlaneException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes a staging Secret every 20 seconds until it is closed, so that other servers see that this
 * process still makes the data. {@link AbandonedStaging} removes a staging Secret that no longer
 * changes.
 */
final class StagingHeartbeat implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StagingHeartbeat.class);
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
  StagingHeartbeat(ClusterApi cluster, String name) {
    this.cluster = cluster;
    this.name = name;
    timer.scheduleWithFixedDelay(
        this::beat, BEAT.toMillis(), BEAT.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void beat() {
    beats++;
    try {
      cluster
          .secrets()
          .api()
          .merge(name, Annotations.patch(Map.of(ANNOTATION, Long.toString(beats))));
    } catch (DataPlaneException e) {
      LOG.debug("Secret {} could not be changed, will retry: {}", name, e.getMessage());
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
