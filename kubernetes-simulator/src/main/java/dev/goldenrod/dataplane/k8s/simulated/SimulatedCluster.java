package dev.goldenrod.dataplane.k8s.simulated;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.admission.AssignedUsers;
import dev.goldenrod.dataplane.k8s.simulated.admission.PodSecurity;
import dev.goldenrod.dataplane.k8s.simulated.admission.PriorityClasses;
import dev.goldenrod.dataplane.k8s.simulated.admission.Quotas;
import dev.goldenrod.dataplane.k8s.simulated.api.Defaults;
import dev.goldenrod.dataplane.k8s.simulated.api.Node;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectStore;
import dev.goldenrod.dataplane.k8s.simulated.api.PodAccess;
import dev.goldenrod.dataplane.k8s.simulated.api.ServiceDefaults;
import dev.goldenrod.dataplane.k8s.simulated.controller.Controller;
import dev.goldenrod.dataplane.k8s.simulated.controller.GarbageCollector;
import dev.goldenrod.dataplane.k8s.simulated.controller.Namespaces;
import dev.goldenrod.dataplane.k8s.simulated.controller.NodePorts;
import dev.goldenrod.dataplane.k8s.simulated.controller.Scheduler;
import dev.goldenrod.dataplane.k8s.simulated.controller.StatefulSets;
import dev.goldenrod.dataplane.k8s.simulated.http.ApiServer;
import dev.goldenrod.dataplane.k8s.simulated.node.Kubelet;
import dev.goldenrod.dataplane.k8s.simulated.node.ProcesslessNode;
import dev.goldenrod.dataplane.k8s.simulated.object.FileTree;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.storage.CopyOnWriteDisk;
import dev.goldenrod.dataplane.k8s.simulated.storage.DefaultStorageClass;
import dev.goldenrod.dataplane.k8s.simulated.storage.Provisioner;
import dev.goldenrod.dataplane.k8s.simulated.storage.SnapshotContents;
import dev.goldenrod.dataplane.k8s.simulated.storage.Snapshots;
import dev.goldenrod.dataplane.k8s.simulated.storage.StorageFolders;
import dev.goldenrod.dataplane.k8s.simulated.traffic.CallLog;
import dev.goldenrod.dataplane.k8s.simulated.traffic.Faults;
import dev.goldenrod.dataplane.k8s.simulated.traffic.Tokens;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A Kubernetes cluster of one node: its API over HTTP, its controllers, CSI volumes with snapshots,
 * and pods whose containers are real processes of this machine.
 *
 * <p>Needs root and Linux. No process or file of the cluster outlives the JVM.
 */
public final class SimulatedCluster implements AutoCloseable {
  public static final String DRIVER = "simulated.csi.goldenrod.dev";

  public static final String STORAGE_CLASS = "standard";
  public static final String SNAPSHOT_CLASS = "standard-snapshots";

  private final Path folder;
  private final ObjectApi api;
  private final CopyOnWriteDisk disk;
  private final StorageFolders storage;
  private final Node node;
  private final Scheduler scheduler;
  private final List<Controller> controllers;
  private final GarbageCollector collector;
  private final ApiServer server;
  private final String token;
  private final Thread atExit = new Thread(this::end);

  private interface Nodes {
    Node make(ObjectApi api, Path folder, StorageFolders storage);
  }

  private SimulatedCluster(Nodes nodes) {
    ObjectStore store = new ObjectStore();
    api =
        new ObjectApi(
            store,
            List.of(
                new Defaults(),
                new ServiceDefaults(),
                new DefaultStorageClass(store),
                new AssignedUsers(store),
                new PriorityClasses(),
                new PodSecurity(store),
                new Quotas(store)));
    try {
      folder = Files.createTempDirectory("goldenrod-simulated-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    disk = CopyOnWriteDisk.at(folder.resolve("storage"));
    storage = new StorageFolders(disk);
    node = nodes.make(api, folder, storage);
    scheduler = new Scheduler(api, Node.NAME);
    controllers =
        List.of(
            scheduler,
            new StatefulSets(api),
            new Namespaces(api),
            new NodePorts(api),
            new Provisioner(api, DRIVER, storage),
            new Snapshots(api),
            new SnapshotContents(api, DRIVER, storage));
    collector = new GarbageCollector(api);
    server = new ApiServer(api, node);
    token = server.tokens().issue();
  }

  /** Starts a cluster with a storage class, a snapshot class and the image {@code postgres:15}. */
  public static SimulatedCluster start() {
    SimulatedCluster cluster =
        new SimulatedCluster((api, folder, storage) -> new Kubelet(api, folder, storage::volume));
    cluster.kubelet().addImage(PostgresImage.get());
    return cluster.started();
  }

  /**
   * Starts a cluster whose pods are ready immediately and run no processes, so that there can be
   * thousands. Node ports lead to {@code podAddress}.
   */
  public static SimulatedCluster withoutProcesses(String podAddress, PodAccess podAccess) {
    return new SimulatedCluster(
            (api, folder, storage) -> new ProcesslessNode(api, podAddress, podAccess))
        .started();
  }

  private SimulatedCluster started() {
    new InitialObjects(api).create();
    node.start();
    controllers.forEach(Controller::start);
    collector.start();
    server.start();
    writeKubeconfig();
    Runtime.getRuntime().addShutdownHook(atExit);
    return this;
  }

  private void writeKubeconfig() {
    try {
      Files.writeString(kubeconfigFile(), kubeconfig());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void createNamespace(String name) {
    api.create(ResourceType.NAMESPACE, "", InitialObjects.named(name));
  }

  public void createRestrictedNamespace(String name) {
    JsonObject namespace = InitialObjects.named(name);
    Tree.ensure(namespace, "metadata", "labels").addProperty(PodSecurity.LABEL, "restricted");
    api.create(ResourceType.NAMESPACE, "", namespace);
  }

  /** Creates a restricted namespace that assigns 10000 user IDs to pods, as OpenShift does. */
  public void createNamespaceOfUsers(String name, long firstUser) {
    JsonObject namespace = InitialObjects.named(name);
    Tree.ensure(namespace, "metadata", "labels").addProperty(PodSecurity.LABEL, "restricted");
    Tree.ensure(namespace, "metadata", "annotations")
        .addProperty(AssignedUsers.RANGE, firstUser + "/10000");
    api.create(ResourceType.NAMESPACE, "", namespace);
  }

  /** Returns the content of a kubeconfig file for this cluster, with the cluster's own token. */
  public String kubeconfig() {
    return kubeconfig(token);
  }

  /** Returns the content of a kubeconfig file with another token of {@link #tokens}. */
  public String kubeconfig(String bearer) {
    return """
        apiVersion: v1
        kind: Config
        clusters:
        - name: simulated
          cluster: {server: "%s"}
        users:
        - name: goldenrod
          user: {token: "%s"}
        contexts:
        - name: simulated
          context: {cluster: simulated, user: goldenrod, namespace: default}
        current-context: simulated
        """
        .formatted(server.url(), bearer);
  }

  /** Returns a kubeconfig file, which is deleted when the cluster is closed. */
  public Path kubeconfigFile() {
    return folder.resolve("kubeconfig");
  }

  public ApiClient client() {
    try {
      KubeConfig config = KubeConfig.loadKubeConfig(new StringReader(kubeconfig()));
      return ClientBuilder.kubeconfig(config).build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String url() {
    return server.url();
  }

  public String token() {
    return token;
  }

  public Tokens tokens() {
    return server.tokens();
  }

  public CallLog calls() {
    return server.calls();
  }

  public Faults faults() {
    return server.faults();
  }

  /** Aborts every open watch in the middle of its response. */
  public void dropWatches() {
    server.dropWatches();
  }

  /** Makes the API server unreachable until {@link #acceptConnections}. */
  public void refuseConnections() {
    server.refuseConnections();
  }

  /** Closes every connection to the API server. New connections are still accepted. */
  public void cutConnections() {
    server.cutConnections();
  }

  public void acceptConnections() {
    server.acceptConnections();
  }

  public int watches() {
    return server.watches();
  }

  /** Returns the objects behind the API. Its calls are neither recorded nor subject to faults. */
  public ObjectApi objects() {
    return api;
  }

  public StorageFolders storage() {
    return storage;
  }

  /** Returns the node agent, unless the cluster was started without processes. */
  public Kubelet kubelet() {
    if (node instanceof Kubelet kubelet) {
      return kubelet;
    }
    throw new IllegalStateException("the pods of this cluster do not run as processes");
  }

  /** Returns the scheduler, whose {@code obstruct} keeps pods unscheduled. */
  public Scheduler scheduler() {
    return scheduler;
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(atExit);
    end();
  }

  private void end() {
    server.close();
    controllers.forEach(Controller::close);
    collector.close();
    node.close();
    disk.close();
    FileTree.delete(folder);
  }
}
