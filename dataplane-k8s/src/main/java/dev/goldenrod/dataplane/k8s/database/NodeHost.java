package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.k8s.client.ObjectApi;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1Node;
import io.kubernetes.client.openapi.models.V1NodeAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The default host of node ports: an address of the oldest ready node, so that all servers choose
 * the same one, and of another node when that one is gone. Thread-safe.
 */
final class NodeHost implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeHost.class);
  private static final Duration CHECK_INTERVAL = Duration.ofSeconds(10);

  private final ObjectApi<V1Node> nodes;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("node-host"));
  private volatile @Nullable String host;

  NodeHost(ObjectApi<V1Node> nodes) {
    this.nodes = nodes;
  }

  /**
   * @throws DataPlaneException if no node has an address
   */
  String get() {
    String known = host;
    return known == null ? first() : known;
  }

  private synchronized String first() {
    String known = host;
    if (known != null) {
      return known;
    }
    List<V1Node> all = nodes.list();
    String found =
        of(all.stream().filter(NodeHost::isReady))
            .or(() -> of(all.stream()))
            .orElseThrow(
                () ->
                    new DataPlaneException(
                        "no node of the cluster has an address; set the host of node ports with --kube-node-host"));
    host = found;
    return found;
  }

  /**
   * Starts to check the node periodically.
   *
   * @param moved is called when the host has changed
   */
  void startChecking(Runnable moved) {
    timer.scheduleWithFixedDelay(
        () -> check(moved),
        CHECK_INTERVAL.toMillis(),
        CHECK_INTERVAL.toMillis(),
        TimeUnit.MILLISECONDS);
  }

  private void check(Runnable moved) {
    try {
      String before = get();
      of(nodes.list().stream().filter(NodeHost::isReady))
          .filter(now -> !now.equals(before))
          .ifPresent(now -> move(before, now, moved));
    } catch (RuntimeException e) {
      LOG.debug("Cannot read the nodes, will retry", e);
    }
  }

  private void move(String before, String now, Runnable moved) {
    host = now;
    LOG.warn(
        "Moved the endpoints of databases to host {} from {}: the node there is gone or not ready, or an older one is back; --kube-node-host sets a fixed host",
        now,
        before);
    moved.run();
  }

  private static Optional<String> of(Stream<V1Node> candidates) {
    List<V1NodeAddress> addresses =
        candidates
            .sorted(
                Comparator.comparing(
                        (V1Node node) ->
                            Objects.requireNonNull(node.getMetadata().getCreationTimestamp()))
                    .thenComparing(Metadata::name))
            .flatMap(NodeHost::addresses)
            .toList();
    return ofType(addresses, "ExternalIP").or(() -> ofType(addresses, "InternalIP"));
  }

  private static boolean isReady(V1Node node) {
    return !Metadata.isBeingDeleted(node)
        && node.getStatus() != null
        && Stream.ofNullable(node.getStatus().getConditions())
            .flatMap(List::stream)
            .anyMatch(one -> "Ready".equals(one.getType()) && "True".equals(one.getStatus()));
  }

  private static Stream<V1NodeAddress> addresses(V1Node node) {
    return node.getStatus() == null || node.getStatus().getAddresses() == null
        ? Stream.of()
        : node.getStatus().getAddresses().stream();
  }

  private static Optional<String> ofType(List<V1NodeAddress> addresses, String type) {
    return addresses.stream()
        .filter(address -> type.equals(address.getType()))
        .map(V1NodeAddress::getAddress)
        .findFirst();
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
