package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.EndpointManifests;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions.ServiceType;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import io.kubernetes.client.openapi.models.V1LoadBalancerIngress;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServicePort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The endpoints of databases: Services that select their pods. Thread-safe. */
final class Endpoints implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Endpoints.class);
  private static final int CONNECT_MILLIS = 500;

  private final ClusterApi cluster;
  private final KubernetesOptions options;
  private final NodeHost nodeHost;

  Endpoints(ClusterApi cluster, KubernetesOptions options) {
    this.cluster = cluster;
    this.options = options;
    this.nodeHost = new NodeHost(cluster.nodes());
  }

  /** Registers a callback for a change of all databases' endpoints, as when a node is gone. */
  void onMove(Runnable moved) {
    if (options.serviceType() == ServiceType.NODE_PORT && options.nodeHost().isEmpty()) {
      nodeHost.startChecking(moved);
    }
  }

  /** Returns the database's endpoint as {@code host:port}, as cached; empty before there is one. */
  Optional<String> of(UUID id) {
    return choose(cluster.services().cache().list(Labels.DATABASE, id.toString()))
        .flatMap(this::address);
  }

  /**
   * Ensures a Service, and reverts manual changes. A deleted one is recreated with its former name
   * and node port, unless another Service has them.
   */
  synchronized KnownService ensure(DatabaseRoot root, String type, int port) {
    return own(root.id())
        .map(own -> revertChanges(manifest(root, Metadata.name(own), type, port), own))
        .orElseGet(() -> make(root, type, port));
  }

  private KnownService revertChanges(V1Service service, V1Service seen) {
    // Another server may have made the Service lead elsewhere since it was read.
    service.getMetadata().resourceVersion(seen.getMetadata().getResourceVersion());
    return KnownService.of(cluster.services().apply(service));
  }

  private KnownService make(DatabaseRoot root, String type, int port) {
    String name = freeName(root);
    V1Service service = manifest(root, name, type, port);
    return Optional.of(KnownService.of(root))
        .filter(known -> known.name().equals(name))
        .flatMap(KnownService::nodePort)
        .filter(former -> options.serviceType() == ServiceType.NODE_PORT)
        .flatMap(number -> makeAt(number, service))
        .orElseGet(() -> KnownService.of(cluster.services().apply(service)));
  }

  /** Returns empty if the port is refused, as when another Service has it. */
  private Optional<KnownService> makeAt(int nodePort, V1Service service) {
    V1ServicePort port = service.getSpec().getPorts().get(0);
    port.setNodePort(nodePort);
    try {
      return Optional.of(KnownService.of(cluster.services().apply(service)));
    } catch (DataPlaneUnreachableException | ApiUnavailableException away) {
      throw away;
    } catch (DataPlaneException refused) {
      LOG.warn(
          "Recreated deleted Service {} cannot keep node port {}, clients must read its new endpoint: {}",
          Metadata.name(service),
          nodePort,
          refused.getMessage());
      port.setNodePort(null);
      return Optional.empty();
    }
  }

  /**
   * Returns whether no server answers, such as while the nodes do not know the Service yet. An
   * unresolvable host name does not count as silent.
   */
  boolean isSilent(UUID id) {
    return of(id).map(Endpoints::isSilent).orElse(true);
  }

  boolean accepts(UUID id) {
    return of(id).filter(Endpoints::isAccepted).isPresent();
  }

  private static boolean isSilent(String endpoint) {
    try {
      connect(endpoint);
      return false;
    } catch (UnknownHostException insideOfTheCluster) {
      return false;
    } catch (IOException refusedOrLate) {
      return true;
    }
  }

  private static boolean isAccepted(String endpoint) {
    try {
      connect(endpoint);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  private static void connect(String endpoint) throws IOException {
    int colon = endpoint.lastIndexOf(':');
    InetSocketAddress address =
        new InetSocketAddress(
            endpoint.substring(0, colon), Integer.parseInt(endpoint.substring(colon + 1)));
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_MILLIS);
    }
  }

  Optional<EndpointOwner> owner(String endpoint) {
    return cluster.services().list(Labels.SELECTOR).stream()
        .filter(service -> isAt(service, endpoint))
        .flatMap(
            service ->
                Labels.id(service, Labels.DATABASE).stream()
                    .map(id -> new EndpointOwner(Metadata.name(service), id)))
        .findFirst();
  }

  /**
   * Returns whether the cache shows the endpoint as the database's, even if its host has changed.
   */
  boolean has(UUID id, String endpoint) {
    return choose(cluster.services().cache().list(Labels.DATABASE, id.toString()))
        .filter(service -> isAt(service, endpoint))
        .isPresent();
  }

  /** Ignores the addresses of nodes, because they change. A node port is unique. */
  private boolean isAt(V1Service service, String endpoint) {
    int colon = endpoint.lastIndexOf(':');
    String host = endpoint.substring(0, colon);
    int number = Integer.parseInt(endpoint.substring(colon + 1));
    V1ServicePort port = service.getSpec().getPorts().get(0);
    return Objects.equals(port.getNodePort(), number)
        || Objects.equals(port.getPort(), number)
            && (host.equals(internal(service)) || balancers(service).anyMatch(host::equals));
  }

  public record EndpointOwner(String service, UUID database) {}

  Optional<String> serviceOf(UUID id) {
    return own(id).map(Metadata::name);
  }

  /** Runs work during which no other thread of this process changes a Service's target. */
  synchronized <T> T exclusively(Supplier<T> work) {
    return work.get();
  }

  /** Makes the Service lead to the database, and be deleted along with it. */
  KnownService redirect(DatabaseRoot root, String service, String type, int port) {
    return KnownService.of(cluster.services().apply(manifest(root, service, type, port)));
  }

  private V1Service manifest(DatabaseRoot root, String service, String type, int port) {
    return EndpointManifests.service(
        service, root.id(), type, port, options.serviceType(), root.owner());
  }

  private Optional<V1Service> own(UUID id) {
    return choose(cluster.services().list(Labels.DATABASE + "=" + id));
  }

  /** A database whose takeover was interrupted may have two Services. */
  private static Optional<V1Service> choose(List<V1Service> own) {
    return own.stream().min(Comparator.comparing(Metadata::name));
  }

  /**
   * Avoids names of Services that lead to another database after a takeover. A Service that leads
   * to this database is another server's work since the last read.
   */
  private String freeName(DatabaseRoot root) {
    String usual = root.names().service();
    return Stream.of(KnownService.of(root).name(), usual)
        .filter(name -> isFree(name, root))
        .findFirst()
        .orElseGet(() -> usual + "-" + (root.takeovers() + 1));
  }

  private boolean isFree(String name, DatabaseRoot root) {
    return cluster.services().get(name).stream().allMatch(service -> leadsTo(service, root.id()));
  }

  private static boolean leadsTo(V1Service service, UUID id) {
    return Labels.id(service, Labels.DATABASE).filter(id::equals).isPresent();
  }

  private Optional<String> address(V1Service service) {
    V1ServicePort port = service.getSpec().getPorts().get(0);
    return switch (options.serviceType()) {
      case CLUSTER_IP -> Optional.of(internal(service) + ":" + port.getPort());
      case NODE_PORT ->
          Optional.ofNullable(port.getNodePort())
              .map(number -> options.nodeHost().orElseGet(nodeHost::get) + ":" + number);
      case LOAD_BALANCER -> balancers(service).findFirst().map(host -> host + ":" + port.getPort());
    };
  }

  private String internal(V1Service service) {
    return "%s.%s.svc".formatted(Metadata.name(service), cluster.namespace());
  }

  private static Stream<String> balancers(V1Service service) {
    return Optional.ofNullable(service.getStatus())
        .map(status -> status.getLoadBalancer())
        .map(balancer -> balancer.getIngress())
        .stream()
        .flatMap(List::stream)
        .map(Endpoints::host);
  }

  private static String host(V1LoadBalancerIngress ingress) {
    return ingress.getHostname() == null ? ingress.getIp() : ingress.getHostname();
  }

  @Override
  public void close() {
    nodeHost.close();
  }
}
