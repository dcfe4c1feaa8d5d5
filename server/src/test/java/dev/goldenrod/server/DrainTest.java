package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stops a server behind a load balancer that polls its readiness. */
class DrainTest {
  @TempDir private Path folder;

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void a_server_is_not_ready_any_more_before_it_refuses_requests() throws Exception {
    ServeOptions options = new ServeOptions();
    options.port = 0;
    options.dataDir = folder.resolve("data");
    options.dataPlane = DataPlaneKind.NONE;
    options.availability.drainTime = "1h";
    RunningServer server = RunningServer.start(options, Map.of());
    assertThat(status(server, "/readyz")).isEqualTo(200);

    Thread ending = new Thread(server::close);
    ending.start();
    Awaitility.await("not ready")
        .atMost(Duration.ofMinutes(8))
        .until(() -> status(server, "/readyz") == 503);

    assertThat(status(server, "/livez")).isEqualTo(200);
    assertThat(status(server, "/v1/clientconfig")).isEqualTo(200);
    ending.interrupt();
    ending.join();
    assertThatThrownBy(() -> status(server, "/livez")).isInstanceOf(ConnectException.class);
  }

  private int status(RunningServer server, String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(server.address().resolve(path)).build();
    return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }
}
