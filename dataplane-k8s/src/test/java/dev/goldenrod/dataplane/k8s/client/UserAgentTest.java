package dev.goldenrod.dataplane.k8s.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.apis.VersionApi;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserAgentTest {
  private final Set<String> agents = ConcurrentHashMap.newKeySet();
  @TempDir private Path folder;
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          agents.add(exchange.getRequestHeaders().getFirst("User-Agent"));
          exchange.sendResponseHeaders(404, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void every_client_names_goldenrod_and_its_release() throws IOException {
    try (ClusterConnection connection = ClusterConnection.open(options("0.1.0"))) {
      List.of(
              connection.calls(),
              connection.healthChecks(),
              connection.watches(),
              connection.streams())
          .forEach(UserAgentTest::ask);
    }

    assertThat(agents).containsExactly("goldenrod/0.1.0");
  }

  @Test
  void an_embedder_that_names_no_release_is_goldenrod_still() throws IOException {
    try (ClusterConnection connection = ClusterConnection.open(options(""))) {
      ask(connection.calls());
    }

    assertThat(agents).containsExactly("goldenrod");
  }

  private static void ask(ApiClient client) {
    ThrowableAssert.catchThrowable(() -> new VersionApi(client).getCode().execute());
  }

  private KubernetesOptions options(String release) throws IOException {
    Path kubeconfig =
        Files.writeString(
            folder.resolve("kubeconfig"),
            """
            apiVersion: v1
            kind: Config
            current-context: one
            contexts: [{name: one, context: {cluster: one, user: one}}]
            clusters: [{name: one, cluster: {server: "http://127.0.0.1:%d"}}]
            users: [{name: one, user: {token: none}}]
            """
                .formatted(server.getAddress().getPort()));
    return KubernetesOptions.builder().kubeconfig(kubeconfig).release(release).build();
  }
}
