package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateMetricTest {
  private static final Pattern END =
      Pattern.compile("(?m)^goldenrod_certificate_expiry_timestamp_seconds (\\S+)$");

  @TempDir private Path folder;

  @Test
  void the_end_of_the_certificate_is_a_metric() throws Exception {
    ServeOptions options = new ServeOptions();
    options.port = 0;
    options.dataDir = folder;
    options.dataPlane = DataPlaneKind.NONE;
    options.tlsAuto = true;
    options.availability.managementPort = "0";
    try (RunningServer server = RunningServer.start(options, Map.of())) {
      Matcher end = END.matcher(metrics(server));

      assertThat(end.find()).isTrue();
      assertThat(Instant.ofEpochSecond((long) Double.parseDouble(end.group(1))))
          .isBetween(
              Instant.now().plus(Duration.ofDays(89)), Instant.now().plus(Duration.ofDays(90)));
    }
  }

  private static String metrics(RunningServer server) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(server.managementAddress().orElseThrow().resolve("/metrics"))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }
}
