package dev.goldenrod.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.server.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a server whose standard error is a pipe that is not read. */
@Tag("slow")
class SlowLogReaderTest {
  private static final String LISTENING = "goldenrod listening on ";
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int REQUESTS = 1000;

  /** A path so long that the log lines of all requests exceed a pipe's buffer. */
  private static final String PATH = "/" + "nowhere".repeat(20);

  private final HttpClient client = HttpClient.newHttpClient();

  @TempDir private Path folder;

  @Test
  void requests_are_answered_although_nobody_reads_the_log_and_the_end_writes_it_all()
      throws Exception {
    Process server = start();
    try (BufferedReader output = server.inputReader();
        BufferedReader log = server.errorReader()) {
      URI address = address(output);
      for (int i = 0; i < REQUESTS; i++) {
        assertThat(status(address.resolve(PATH))).isEqualTo(404);
      }

      // ProcessHandle.destroy, unlike Process.destroy, leaves the streams open.
      server.toHandle().destroy();

      assertThat(log.lines().filter(line -> line.contains("GET " + PATH + " 404 ")))
          .hasSize(REQUESTS);
    } finally {
      server.destroyForcibly();
    }
  }

  private Process start() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "serve",
            "--data-dir",
            folder.resolve("data").toString(),
            "--data-plane",
            "none",
            "--port",
            "0");
    builder.environment().put("GOLDENROD_CONFIG", "/dev/null");
    return builder.start();
  }

  private static URI address(BufferedReader output) {
    return output
        .lines()
        .filter(line -> line.startsWith(LISTENING))
        .map(line -> URI.create(line.substring(LISTENING.length())))
        .findFirst()
        .orElseThrow();
  }

  private int status(URI address) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(address).timeout(PATIENCE).build();
    HttpResponse<Void> answer = client.send(request, BodyHandlers.discarding());
    return answer.statusCode();
  }
}
