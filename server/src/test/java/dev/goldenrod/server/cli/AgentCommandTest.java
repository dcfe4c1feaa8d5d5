package dev.goldenrod.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.dataplane.local.LocalDataPlane;
import dev.goldenrod.dataplane.remote.control.AgentHost;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.testing.InMemoryStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Timeout(900)
class AgentCommandTest {
  private final StringWriter err = new StringWriter();
  @TempDir private Path folder;
  private Path token;

  @BeforeEach
  void keep_a_token() throws IOException {
    token = Files.writeString(folder.resolve("token"), "grt_of_no_cluster\n");
  }

  @AfterEach
  void remove_what_was_made() {
    if (Files.exists(folder.resolve("data"))) {
      LocalDataPlane.purge(folder.resolve("data"));
    }
  }

  private String refusal(String... words) {
    List<String> line = new ArrayList<>(List.of("agent", "--data-dir", folder + "/data"));
    line.addAll(List.of(words));
    CommandLine goldenrod = Main.commandLine(Map.of());
    goldenrod.setErr(new PrintWriter(err));
    assertThat(goldenrod.execute(line.toArray(String[]::new))).isEqualTo(2);
    assertThat(err.toString().lines()).singleElement();
    return err.toString();
  }

  @Test
  void the_server_and_the_token_have_to_be_given() {
    assertThat(refusal("--server", "http://127.0.0.1:1")).contains("--token-file");
  }

  @ParameterizedTest
  @CsvSource({
    "goldenrod.example, must be the URL of a server's API",
    "ftp://goldenrod.example, must be the URL of a server's API",
    "'http://a.example,,http://b.example', must be the URL of a server's API",
    "http://me:secret@a.example, contains a user name",
    "http://a b, is not a valid URL",
  })
  void an_address_that_is_none_is_named(String server, String reason) {
    assertThat(refusal("--server", server, "--token-file", token.toString()))
        .contains("--server")
        .contains(reason)
        .doesNotContain("secret");
  }

  @Test
  void a_file_without_a_token_is_named() throws IOException {
    Path empty = Files.writeString(folder.resolve("empty"), "\n");

    assertThat(refusal("--server", "http://127.0.0.1:1", "--token-file", empty.toString()))
        .contains(empty + " contains no valid token");
  }

  @Test
  void a_missing_file_is_named() {
    assertThat(refusal("--server", "http://127.0.0.1:1", "--token-file", folder + "/none"))
        .contains("--token-file " + folder + "/none cannot be read");
  }

  @Test
  void an_agent_without_a_data_plane_and_with_options_of_the_other_one_is_refused() {
    assertThat(
            refusal(
                "--server",
                "http://127.0.0.1:1",
                "--token-file",
                token.toString(),
                "--data-plane",
                "none"))
        .contains("--data-plane none is not valid for an agent");
    err.getBuffer().setLength(0);
    assertThat(
            refusal(
                "--server",
                "http://127.0.0.1:1",
                "--token-file",
                token.toString(),
                "--kube-namespace",
                "x"))
        .contains("--kube-namespace needs --data-plane kubernetes");
  }

  @Test
  void an_agent_brings_about_nothing_that_people_declare() {
    assertThat(
            refusal(
                "--server",
                "http://127.0.0.1:1",
                "--token-file",
                token.toString(),
                "--data-plane",
                "kubernetes",
                "--kube-resources",
                "shop=ann@example.org"))
        .contains("--kube-resources is valid for serve only");
  }

  @Test
  void a_token_that_no_cluster_has_ends_the_agent_with_the_way_out() {
    try (ControlPlane control = ControlPlane.builder().store(new InMemoryStore()).build();
        AgentHost host = new AgentHost(control.agents(), "of the test");
        HttpApi http = HttpApi.create(control).acceptAgents(host).start("127.0.0.1", 0)) {
      String server = "http://127.0.0.1:" + http.port();

      assertThat(refusal("--server", server, "--token-file", token.toString()))
          .contains(server + " has no cluster with this token")
          .contains("POST /v1/clusters/{id}/token")
          .doesNotContain("grt_of_no_cluster");
    }
  }
}
