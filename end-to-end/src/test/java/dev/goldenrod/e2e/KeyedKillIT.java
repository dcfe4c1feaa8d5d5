package dev.goldenrod.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kills a server while launches with idempotency keys are in flight. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class KeyedKillIT {
  private static final int LAUNCHES = 30;
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private static Path folder;
  private final HttpClient http = HttpClient.newHttpClient();
  private ServerProcess server;

  @BeforeAll
  void start() {
    server =
        ServerProcess.in(folder)
            .withVariable("GOLDENROD_MAX_INSTANCES_PER_USER", "1000")
            .withVariable("GOLDENROD_MAX_INSTANCES_PER_ORG", "1000")
            .start();
    server
        .api()
        .post(
            "/v1/snapshots/versions",
            Map.of("name", "shop", "substrate", "postgres", "vsc_handle", "none"));
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 25})
  void a_repeated_launch_is_made_once_however_far_it_had_come(int answeredBeforeTheKill)
      throws Exception {
    Set<String> before = instances();
    List<String> keys = Stream.generate(() -> "" + UUID.randomUUID()).limit(LAUNCHES).toList();
    Map<String, String> answered = new ConcurrentHashMap<>();
    CountDownLatch enough = new CountDownLatch(answeredBeforeTheKill);
    List<CompletableFuture<Void>> inFlight =
        keys.stream()
            .map(key -> launch(key).thenAccept(first -> note(key, first, answered, enough)))
            .toList();

    assertThat(enough.await(5, TimeUnit.MINUTES)).isTrue();
    server.kill();
    inFlight.forEach(request -> request.exceptionally(hungUp -> null).join());
    server.start();

    Map<String, String> repeated = new LinkedHashMap<>();
    for (String key : keys) {
      HttpResponse<String> answer = launch(key).join();
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
      repeated.put(key, id(answer));
    }
    assertThat(repeated).containsAllEntriesOf(answered);
    Set<String> made = instances();
    made.removeAll(before);
    assertThat(made).hasSize(LAUNCHES).containsExactlyInAnyOrderElementsOf(repeated.values());
  }

  private static void note(
      String key,
      HttpResponse<String> answer,
      Map<String, String> answered,
      CountDownLatch enough) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    answered.put(key, id(answer));
    enough.countDown();
  }

  private CompletableFuture<HttpResponse<String>> launch(String key) {
    URI address = URI.create(server.output().get(server.output().size() - 1).split(" on ")[1]);
    HttpRequest request =
        HttpRequest.newBuilder(address.resolve("/v1/instances"))
            .header("Authorization", "Bearer " + ServerProcess.TOKEN)
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString("{\"golden\":\"shop\",\"ttl\":\"8h\"}"))
            .build();
    return http.sendAsync(request, BodyHandlers.ofString());
  }

  private Set<String> instances() {
    Set<String> ids = ConcurrentHashMap.newKeySet();
    server
        .api()
        .get("/v1/instances")
        .path("instances")
        .forEach(instance -> ids.add(instance.path("id").asText()));
    return ids;
  }

  private static String id(HttpResponse<String> answer) {
    try {
      JsonNode body = JSON.readTree(answer.body());
      return body.path("id").asText();
    } catch (JsonProcessingException e) {
      throw new AssertionError(answer.body(), e);
    }
  }
}
