package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.EndpointManifests;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.work.Lazily;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1LoadBalancerIngress;
import io.kubernetes.client.openapi.models.V1Node;
import io.kubernetes.client.openapi.models.V1NodeAddress;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServicePort;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Where clients reach databases: Services that select pods. Thread-safe. */
final class Endpoints {
  private static final int CONNECT_MILLIS = 500;

  private final ClusterApi cluster;
  private final KubernetesOptions options;
  private final Supplier<String> nodeHost;

  Endpoints(ClusterApi cluster, KubernetesOptions options) {
    this.cluster = cluster;
    this.options = options;
    this.nodeHost = new Lazily<>(this::findNodeHost);
  }

  /** The database's endpoint as {@code host:port}, by the last news; empty before there is one. */
  Optional<String> of(UUID id) {
    return choose(cluster.services().cache().list(Labels.DATABASE, id.toString()))
        .flatMap(this::address);
  }

  /** Makes a Service for the database unless it has one, and puts right what people changed. */
  synchronized void ensure(DatabaseRoot root, String type, int port) {
    Optional<V1Service> own = own(root.id());
    String name = own.map(Endpoints::name).orElseGet(() -> freeName(root));
    V1Service service = leadingTo(root, name, type, port);
    // Another server may have let it lead elsewhere since it was read.
    own.ifPresent(
        seen -> service.getMetadata().resourceVersion(seen.getMetadata().getResourceVersion()));
    cluster.services().api().apply(service);
  }

  /**
   * Whether the endpoint refuses connections, as one does that the cluster's nodes do not know yet;
   * one that is out of reach from here refuses none.
   */
  boolean refuses(UUID id) {
    return of(id).map(Endpoints::isRefused).orElse(true);
  }

  /** Whether somebody takes connections at the endpoint. */
  boolean accepts(UUID id) {
    return of(id).filter(Endpoints::isAccepted).isPresent();
  }

  private static boolean isRefused(String endpoint) {
    try {
      connect(endpoint);
      return false;
    } catch (ConnectException refused) {
      return true;
    } catch (IOException outOfReach) {
      return false;
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

  /** The database that has the endpoint, and the name of its Service. */
  Optional<Holding> holder(String endpoint) {
    return cluster.services().api().list(Labels.SELECTOR).stream()
        .filter(service -> address(service).filter(endpoint::equals).isPresent())
        .flatMap(
            service ->
                Labels.id(service, Labels.DATABASE).stream()
                    .map(id -> new Holding(name(service), id)))
        .findFirst();
  }

  /** That a Service leads to a database. */
  record Holding(String service, UUID database) {}

  /** The name of the database's own Service. */
  Optional<String> serviceOf(UUID id) {
    return own(id).map(Endpoints::name);
  }

  /** Does work in which no other thread of this process changes what leads where. */
  synchronized <T> T exclusively(Supplier<T> work) {
    return work.get();
  }

  /** Makes the Service lead to the database, and go with it. */
  void leadTo(DatabaseRoot root, String service, String type, int port) {
    cluster.services().api().apply(leadingTo(root, service, type, port));
  }

  private V1Service leadingTo(DatabaseRoot root, String service, String type, int port) {
    return EndpointManifests.service(
        service, root.id(), type, port, options.serviceType(), root.owner());
  }

  private Optional<V1Service> own(UUID id) {
    return choose(cluster.services().api().list(Labels.DATABASE + "=" + id));
  }

  /** One whose takeover was interrupted may have two. */
  private static Optional<V1Service> choose(List<V1Service> own) {
    return own.stream().min(Comparator.comparing(Endpoints::name));
  }

  /**
   * The usual one, unless it leads to another database that took it over. One that leads to this
   * database was made by another server since the database's own were listed.
   */
  private String freeName(DatabaseRoot root) {
    String usual = root.names().service();
    boolean isTaken =
        cluster.services().api().get(usual).stream()
            .anyMatch(service -> !leadsTo(service, root.id()));
    return isTaken ? usual + "-" + (root.takeovers() + 1) : usual;
  }

  private static boolean leadsTo(V1Service service, UUID id) {
    return Labels.id(service, Labels.DATABASE).filter(id::equals).isPresent();
  }

  private Optional<String> address(V1Service service) {
    V1ServicePort port = service.getSpec().getPorts().get(0);
    return switch (options.serviceType()) {
      case CLUSTER_IP ->
          Optional.of("%s.%s.svc:%d".formatted(name(service), cluster.namespace(), port.getPort()));
      case NODE_PORT ->
          Optional.ofNullable(port.getNodePort()).map(number -> nodeHost.get() + ":" + number);
      case LOAD_BALANCER -> balancer(service).map(host -> host + ":" + port.getPort());
    };
  }

  private static Optional<String> balancer(V1Service service) {
    return Optional.ofNullable(service.getStatus())
        .map(status -> status.getLoadBalancer())
        .map(balancer -> balancer.getIngress())
        .flatMap(ingress -> ingress.stream().findFirst())
        .map(Endpoints::host);
  }

  private static String host(V1LoadBalancerIngress ingress) {
    return ingress.getHostname() == null ? ingress.getIp() : ingress.getHostname();
  }

  private String findNodeHost() {
    return options
        .nodeHost()
        .orElseGet(
            () -> {
              List<V1NodeAddress> addresses =
                  cluster.nodes().list().stream().flatMap(Endpoints::addresses).toList();
              return ofType(addresses, "ExternalIP")
                  .or(() -> ofType(addresses, "InternalIP"))
                  .orElseThrow(
                      () ->
                          new DataPlaneException(
                              "no node of the cluster has an address; name the host of node ports"));
            });
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

  private static String name(V1Service service) {
    return Objects.requireNonNull(service.getMetadata().getName());
  }
}
