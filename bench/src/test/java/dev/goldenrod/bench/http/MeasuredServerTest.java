package dev.goldenrod.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.bench.measure.Connection;
import dev.goldenrod.bench.measure.Connection.Target;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(Lifecycle.PER_CLASS)
class MeasuredServerTest {
  private MeasuredServer server;

  @BeforeAll
  void start(@TempDir Path folder) {
    server = MeasuredServer.start(folder, 2, 1);
  }

  @AfterAll
  void close() {
    server.close();
  }

  @Test
  void what_it_launches_is_ready_when_it_returns_and_gone_after_a_clear() throws IOException {
    String id = server.launch(3);

    assertThat(answer(server.getOne(id)).path("phase").asText()).isEqualTo("Ready");
    assertThat(answer(server.getList()).path("instances").findValuesAsText("id")).contains(id);
    server.clear();
    assertThat(answer(server.getList()).path("instances")).isEmpty();
  }

  @Test
  void each_launch_of_a_claim_is_timed() {
    assertThat(server.claim(2).size()).isEqualTo(2);
  }

  @Test
  void its_requests_reach_the_rows_that_it_was_given() throws IOException {
    assertThat(answer(server.getBranch()).path("name").asText()).isEqualTo(SeededRows.BRANCH);
    assertThat(answer(server.getPage()).path("databases")).isNotEmpty();
    assertThat(answer(server.postLaunch()).path("id").asText()).isNotEmpty();
    assertThatCode(() -> answer(server.delete(0))).doesNotThrowAnyException();
  }

  private static JsonNode answer(Target target) throws IOException {
    try (Connection connection = new Connection(target)) {
      return new ObjectMapper().readTree(connection.ask());
    }
  }
}
