package dev.goldenrod.e2e;

import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.SourcePod;
import dev.goldenrod.storage.jdbi.PostgresServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Servers with a common store and simulated cluster, and a source in the cluster. */
final class ServersOnCluster implements AutoCloseable {
  static final String NAMESPACE = "goldenrod";

  private static final int PORT = 5432;

  private final Path folder;
  private final SimulatedCluster cluster;
  private final String source;
  private final String store = PostgresServer.shared().newDatabase();
  private final List<ServerProcess> servers = new ArrayList<>();

  private ServersOnCluster(Path folder, SimulatedCluster cluster, String source) {
    this.folder = folder;
    this.cluster = cluster;
    this.source = source;
  }

  static ServersOnCluster start(Path folder) throws IOException {
    SimulatedCluster cluster = SimulatedCluster.start();
    cluster.createRestrictedNamespace(NAMESPACE);
    Files.writeString(folder.resolve("kubeconfig"), cluster.kubeconfig());
    return new ServersOnCluster(folder, cluster, SourcePod.start(cluster, NAMESPACE));
  }

  ServerProcess startServer(String name) throws IOException {
    return start(newServer(name));
  }

  /** Starts a server that serves declared objects of the namespace, acting as the admin. */
  ServerProcess startServer(String name, String declaring) throws IOException {
    return start(newServer(name).with("--kube-resources", declaring + "=admin@localhost"));
  }

  ServerProcess startServerWithTls(String name) throws IOException {
    return start(newServer(name).with("--database-tls", "auto"));
  }

  private ServerProcess start(ServerProcess server) {
    servers.add(server);
    return server.start();
  }

  /** Starts a server without a data plane, and an agent that connects it to the cluster. */
  ServerProcess startServerOfAgent(String name) throws IOException {
    ServerProcess server = start(onStore(name).with("--data-plane", "none"));
    String token =
        server.api().post("/v1/clusters", Map.of("name", "edge")).path("agent_token").asText();
    Path home = Files.createDirectory(folder.resolve(name + "-agent"));
    Path file = Files.writeString(home.resolve("token"), token);
    start(onCluster(ServerProcess.in(home).asAgentOf(URI.create(server.address()), file)));
    return server;
  }

  private ServerProcess newServer(String name) throws IOException {
    return onCluster(onStore(name));
  }

  private ServerProcess onCluster(ServerProcess process) {
    return process
        .with("--data-plane", "kubernetes")
        .with("--kubeconfig", folder.resolve("kubeconfig").toString())
        .with("--kube-namespace", NAMESPACE)
        .with("--kube-service-type", "NodePort");
  }

  private ServerProcess onStore(String name) throws IOException {
    return ServerProcess.in(Files.createDirectory(folder.resolve(name)))
        .withVariable("GOLDENROD_MAX_INSTANCES_PER_USER", "100")
        .withVariable("GOLDENROD_STORE_URL", store)
        .withVariable("GOLDENROD_STORE_USER", PostgresServer.USER)
        .withVariable("GOLDENROD_STORE_PASSWORD", PostgresServer.PASSWORD);
  }

  SimulatedCluster cluster() {
    return cluster;
  }

  /** Registers the source, whose table {@code items} has 100 rows. */
  String registerSource(Member member) {
    return member.registerSource(
        Map.of(
            "host", source, "port", PORT, "dbname", SourcePod.DATABASE, "username", SourcePod.USER),
        SourcePod.SECRET);
  }

  @Override
  public void close() {
    servers.forEach(ServerProcess::close);
    cluster.close();
  }
}
