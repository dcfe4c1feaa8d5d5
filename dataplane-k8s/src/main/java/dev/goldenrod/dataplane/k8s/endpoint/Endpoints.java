package dev.goldenrod.dataplane.k8s.endpoint;

import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.EndpointManifests;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
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

/** Where clients reach databases: Services that select pods. Thread-safe. */
public final class Endpoints implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Endpoints.class);
  private static final int CONNECT_MILLIS = 500;

  private final ClusterApi cluster;
  private final KubernetesOptions options;
  private final NodeHost nodeHost;

  public Endpoints(ClusterApi cluster, KubernetesOptions options) {
    this.cluster = cluster;
    this.options = options;
    this.nodeHost = new NodeHost(cluster.nodes());
  }

  /** Tells from now on when the endpoints of all databases are others, as when a node is gone. */
  public void onMove(Runnable moved) {
    if (options.serviceType() == ServiceType.NODE_PORT && options.nodeHost().isEmpty()) {
      nodeHost.follow(moved);
    }
  }

  /** The database's endpoint as {@code host:port}, by the last news; empty before there is one. */
  public Optional<String> of(UUID id) {
    return choose(cluster.services().cache().list(Labels.DATABASE, id.toString()))
        .flatMap(this::address);
  }

  /**
   * Makes a Service for the database unless it has one, and puts right what people changed. One
   * that was deleted is made with its former name and port of all nodes, unless another has them.
   */
  public synchronized KnownService ensure(DatabaseRoot root, String type, int port) {
    return own(root.id())
        .map(own -> putRight(leadingTo(root, name(own), type, port), own))
        .orElseGet(() -> make(root, type, port));
  }

  private KnownService putRight(V1Service service, V1Service seen) {
    // Another server may have let it lead elsewhere since it was read.
    service.getMetadata().resourceVersion(seen.getMetadata().getResourceVersion());
    return KnownService.of(cluster.services().api().apply(service));
  }

  private KnownService make(DatabaseRoot root, String type, int port) {
    String name = freeName(root);
    V1Service service = leadingTo(root, name, type, port);
    return Optional.of(KnownService.of(root))
        .filter(known -> known.name().equals(name))
        .flatMap(KnownService::nodePort)
        .filter(former -> options.serviceType() == ServiceType.NODE_PORT)
        .flatMap(number -> makeAt(number, service))
        .orElseGet(() -> KnownService.of(cluster.services().api().apply(service)));
  }

  /** Empty when the port cannot be had, as when another Service has it by now. */
  private Optional<KnownService> makeAt(int nodePort, V1Service service) {
    V1ServicePort port = service.getSpec().getPorts().get(0);
    port.setNodePort(nodePort);
    try {
      return Optional.of(KnownService.of(cluster.services().api().apply(service)));
    } catch (DataPlaneUnreachableException | ApiUnavailableException away) {
      throw away;
    } catch (DataPlaneException refused) {
      LOG.warn(
          "Service {} was deleted and cannot have its port {} of the nodes again, so clients have to ask for its new one: {}",
          name(service),
          nodePort,
          refused.getMessage());
      port.setNodePort(null);
      return Optional.empty();
    }
  }

  /**
   * Whether no server answers at the endpoint, as at one that the cluster's nodes do not know yet;
   * one whose name means nothing here may answer elsewhere.
   */
  public boolean isSilent(UUID id) {
    return of(id).map(Endpoints::isSilent).orElse(true);
  }

  /** Whether somebody takes connections at the endpoint. */
  public boolean accepts(UUID id) {
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

  /** The database that has the endpoint, and the name of its Service. */
  public Optional<Holding> holder(String endpoint) {
    return cluster.services().api().list(Labels.SELECTOR).stream()
        .filter(service -> isAt(service, endpoint))
        .flatMap(
            service ->
                Labels.id(service, Labels.DATABASE).stream()
                    .map(id -> new Holding(name(service), id)))
        .findFirst();
  }

  /** Whether the database has the endpoint, by the last news, whatever its host is by now. */
  public boolean has(UUID id, String endpoint) {
    return choose(cluster.services().cache().list(Labels.DATABASE, id.toString()))
        .filter(service -> isAt(service, endpoint))
        .isPresent();
  }

  /**
   * Whether the Service has the endpoint: by its name, by its port of all nodes, which no other
   * has, or by the address that it was assigned. The nodes' own addresses come and go.
   */
  private boolean isAt(V1Service service, String endpoint) {
    int colon = endpoint.lastIndexOf(':');
    String host = endpoint.substring(0, colon);
    int number = Integer.parseInt(endpoint.substring(colon + 1));
    V1ServicePort port = service.getSpec().getPorts().get(0);
    return Objects.equals(port.getNodePort(), number)
        || Objects.equals(port.getPort(), number)
            && (host.equals(internal(service)) || balancers(service).anyMatch(host::equals));
  }

  /** That a Service leads to a database. */
  public record Holding(String service, UUID database) {}

  /** The name of the database's own Service. */
  public Optional<String> serviceOf(UUID id) {
    return own(id).map(Endpoints::name);
  }

  /** Does work in which no other thread of this process changes what leads where. */
  public synchronized <T> T exclusively(Supplier<T> work) {
    return work.get();
  }

  /** Makes the Service lead to the database, and go with it. */
  public KnownService leadTo(DatabaseRoot root, String service, String type, int port) {
    return KnownService.of(cluster.services().api().apply(leadingTo(root, service, type, port)));
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
   * The one it had, else the usual one, unless they lead to another database that took them over.
   * One that leads to this database was made by another server since the database's own were
   * listed.
   */
  private String freeName(DatabaseRoot root) {
    String usual = root.names().service();
    return Stream.of(KnownService.of(root).name(), usual)
        .filter(name -> isFree(name, root))
        .findFirst()
        .orElseGet(() -> usual + "-" + (root.takeovers() + 1));
  }

  private boolean isFree(String name, DatabaseRoot root) {
    return cluster.services().api().get(name).stream()
        .allMatch(service -> leadsTo(service, root.id()));
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
    return "%s.%s.svc".formatted(name(service), cluster.namespace());
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

  private static String name(V1Service service) {
    return Objects.requireNonNull(service.getMetadata().getName());
  }

  /** Looks after no node any more. */
  @Override
  public void close() {
    nodeHost.close();
  }
}
