package dev.goldenrod.dataplane.k8s.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import java.io.IOException;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("simulated")
class ClusterConnectionRetryAfterTest {
  private static SimulatedCluster cluster;
  private final OkHttpClient client =
      new OkHttpClient.Builder().addInterceptor(new ClusterConnection.RetryAfter()).build();

  @BeforeAll
  static void start_a_cluster() {
    cluster = SimulatedCluster.start();
  }

  @AfterAll
  static void stop_it() {
    cluster.close();
  }

  @Test
  void a_server_that_asks_for_a_second_of_rest_is_asked_again_after_it() throws IOException {
    cluster.faults().fail(1, "list", "pods", 429);

    assertThat(codeOfPods()).isEqualTo(200);
  }

  @Test
  void one_that_asks_again_is_left_to_the_caller() throws IOException {
    cluster.faults().fail(2, "list", "pods", 429);

    assertThat(codeOfPods()).isEqualTo(429);
    assertThat(codeOfPods()).isEqualTo(200);
  }

  private int codeOfPods() throws IOException {
    Request request =
        new Request.Builder()
            .url(cluster.url() + "/api/v1/namespaces/default/pods")
            .header("Authorization", "Bearer " + cluster.token())
            .build();
    try (Response response = client.newCall(request).execute()) {
      return response.code();
    }
  }
}
