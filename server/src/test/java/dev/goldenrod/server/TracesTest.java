package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.testing.FakeDataPlane;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tests a server in a process with the OpenTelemetry SDK. */
class TracesTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String CALLER = "00f067aa0ba902b7";

  @RegisterExtension
  static final OpenTelemetryExtension TELEMETRY = OpenTelemetryExtension.create();

  @TempDir private Path folder;

  @Test
  void a_request_its_transactions_and_what_comes_of_it_have_spans() throws Exception {
    try (RunningServer server = start()) {
      server.control().attach(new FakeDataPlane());
      assertThat(create(server)).isEqualTo(201);

      SpanData request = awaitSpan("POST /v1/databases");
      assertThat(request.getTraceId()).isEqualTo(TRACE);
      assertThat(request.getParentSpanId()).isEqualTo(CALLER);
      assertThat(request.getKind()).isEqualTo(SpanKind.SERVER);
      assertThat(request.getAttributes().get(AttributeKey.longKey("http.response.status_code")))
          .isEqualTo(201L);
      assertThat(children(request)).extracting(SpanData::getName).contains("store transaction");

      SpanData launch = awaitSpan("RunningDatabases.ensure");
      assertThat(launch.getAttributes().get(AttributeKey.stringKey("goldenrod.cluster")))
          .isEqualTo(new FakeDataPlane().displayName());
      assertThat(awaitParent(launch).getName()).isEqualTo("reconcile database");
    }
  }

  @Test
  @Tag("slow")
  void what_a_data_plane_refuses_is_an_error_of_its_span_and_of_its_step() throws Exception {
    FakeDataPlane plane = new FakeDataPlane();
    try (RunningServer server = start()) {
      server.control().attach(plane);
      plane.goOffline();
      create(server);

      await()
          .atMost(Duration.ofMinutes(8))
          .until(() -> spans().stream().anyMatch(TracesTest::isRefusedCall));
      SpanData call = spans().stream().filter(TracesTest::isRefusedCall).findFirst().orElseThrow();
      assertThat(call.getStatus().getDescription()).isNotEmpty();
      assertThat(awaitParent(call).getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    }
  }

  private static boolean isRefusedCall(SpanData span) {
    return span.getName().startsWith("RunningDatabases.")
        && span.getStatus().getStatusCode() == StatusCode.ERROR;
  }

  private RunningServer start() {
    ServeOptions options = new ServeOptions();
    options.port = 0;
    options.dataDir = folder.resolve("data");
    options.dataPlane = DataPlaneKind.NONE;
    return RunningServer.start(options, Map.of());
  }

  private static int create(RunningServer server) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(server.address().resolve("/v1/databases"))
            .header("Authorization", "Bearer " + server.newAdminToken().orElseThrow())
            .header("Content-Type", "application/json")
            .header("traceparent", "00-%s-%s-01".formatted(TRACE, CALLER))
            .POST(
                BodyPublishers.ofString(
                    "{\"name\":\"shop\",\"type\":\"postgresql\",\"version\":\"15\"}"))
            .build();
    return HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  private static List<SpanData> spans() {
    return TELEMETRY.getSpans();
  }

  private static SpanData awaitSpan(String name) {
    return await(name)
        .atMost(Duration.ofMinutes(8))
        .until(
            () -> spans().stream().filter(span -> span.getName().equals(name)).toList(),
            found -> !found.isEmpty())
        .get(0);
  }

  private static List<SpanData> children(SpanData of) {
    return spans().stream().filter(span -> span.getParentSpanId().equals(of.getSpanId())).toList();
  }

  /** Waits for the parent span, which is exported after its children. */
  private static SpanData awaitParent(SpanData of) {
    return await()
        .atMost(Duration.ofMinutes(8))
        .until(
            () ->
                spans().stream()
                    .filter(span -> span.getSpanId().equals(of.getParentSpanId()))
                    .toList(),
            found -> !found.isEmpty())
        .get(0);
  }
}
