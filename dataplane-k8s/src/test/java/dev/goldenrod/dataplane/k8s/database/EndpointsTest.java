package dev.goldenrod.dataplane.k8s.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.ClusterConnection;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions.ServiceType;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.WriteScope;
import dev.goldenrod.dataplane.k8s.simulated.api.PodAccess;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.template.Templates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("simulated")
class EndpointsTest {
  private static final String NAMESPACE = "endpoints";

  private final UUID id = UUID.randomUUID();
  private final List<Socket> waiting = new ArrayList<>();
  private SimulatedCluster cluster;
  private ClusterConnection connection;
  private ClusterApi api;
  private Endpoints endpoints;

  @BeforeEach
  void connect() {
    cluster = SimulatedCluster.withoutProcesses("127.0.0.1", PodAccess.NONE);
    cluster.createNamespace(NAMESPACE);
    KubernetesOptions options =
        KubernetesOptions.builder()
            .kubeconfig(cluster.kubeconfigFile())
            .namespace(NAMESPACE)
            .serviceType(ServiceType.LOAD_BALANCER)
            .build();
    connection = ClusterConnection.open(options);
    api = ClusterApi.open(connection, NAMESPACE, Labels.SELECTOR, Templates.none());
    endpoints = new Endpoints(api, options);
  }

  @AfterEach
  void disconnect() throws IOException {
    for (Socket socket : waiting) {
      socket.close();
    }
    endpoints.close();
    api.close();
    connection.close();
    cluster.close();
  }

  @Test
  void one_that_takes_connections_answers_and_one_that_refuses_them_is_silent() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      balance("127.0.0.1", server.getLocalPort());

      assertThat(endpoints.isSilent(id)).isFalse();
    }
    assertThat(endpoints.isSilent(id)).isTrue();
  }

  @Test
  void one_where_connecting_takes_too_long_is_silent() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      balance("127.0.0.1", server.getLocalPort());
      fill(server);

      assertThat(endpoints.isSilent(id)).isTrue();
    }
  }

  @Test
  void one_whose_name_means_nothing_here_may_answer_elsewhere() {
    balance("balancer.invalid", 5432);

    assertThat(endpoints.isSilent(id)).isFalse();
  }

  /** Connects until the backlog is full and a further client gets no response. */
  private void fill(ServerSocket server) throws IOException {
    while (true) {
      Socket socket = new Socket();
      waiting.add(socket);
      try {
        socket.connect(
            new InetSocketAddress(server.getInetAddress(), server.getLocalPort()), 1_000);
      } catch (SocketTimeoutException full) {
        return;
      }
    }
  }

  private void balance(String host, int port) {
    JsonObject service =
        Tree.of(
            "metadata", Tree.of("name", "ep"),
            "spec", Tree.of("ports", Tree.array(Tree.of("port", port))));
    Labels.of(Labels.DATABASE, id).forEach(Tree.ensure(service, "metadata", "labels")::addProperty);
    cluster.objects().create(ResourceType.SERVICE, NAMESPACE, service);
    JsonArray ingress = new JsonArray();
    ingress.add(Tree.of(host.endsWith(".invalid") ? "hostname" : "ip", host));
    cluster
        .objects()
        .update(
            ResourceType.SERVICE,
            NAMESPACE,
            "ep",
            WriteScope.ALL,
            is -> {
              Tree.ensure(is, "status", "loadBalancer").add("ingress", ingress);
              return is;
            });
    Awaitility.await().until(() -> endpoints.of(id).isPresent());
  }
}
