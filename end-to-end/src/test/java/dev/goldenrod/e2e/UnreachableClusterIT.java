package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Member.statusOf;
import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts a server while its cluster is unreachable. */
@Tag("simulated")
@Tag("slow")
class UnreachableClusterIT {
  @TempDir private Path folder;

  @Test
  void it_answers_meanwhile_and_works_as_soon_as_the_cluster_is_there() throws IOException {
    try (ServersOnCluster servers = ServersOnCluster.start(folder)) {
      Path kubeconfig = folder.resolve("kubeconfig");
      String right = Files.readString(kubeconfig);
      Files.writeString(kubeconfig, right.replace(servers.cluster().url(), "http://127.0.0.1:1"));
      ServerProcess server = servers.startServer("first");
      assertThat(new Member(server).instances()).isEmpty();
      assertThat(server.log()).contains("the Kubernetes API server cannot be reached");
      assertThat(statusOf(() -> server.api().get("/readyz"))).isEqualTo(503);
      assertThat(
              statusOf(
                  () ->
                      server
                          .api()
                          .post(
                              "/v1/databases",
                              Map.of("name", "shop", "type", "postgresql", "version", "15"))))
          .isEqualTo(503);

      Files.writeString(kubeconfig, right);

      await("the data plane is attached")
          .until(() -> server.log().contains("Kubernetes: namespace"));
      await("ready").until(() -> statusOf(() -> server.api().get("/readyz")) == 200);
      DatabaseMember databases = new DatabaseMember(server);
      databases.create("shop", "15").join();
      databases.awaitRest();
      assertThat(databases.login("shop").read("SELECT 1")).isEqualTo("1");
      databases.deleteAll();
    }
  }
}
