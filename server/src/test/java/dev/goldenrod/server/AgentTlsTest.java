package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.dataplane.remote.agent.Agent;
import dev.goldenrod.dataplane.remote.agent.AgentSetup;
import dev.goldenrod.dataplane.remote.control.AgentHost;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.http.HttpOptions;
import dev.goldenrod.http.testkit.TestAuthority;
import dev.goldenrod.server.testing.agents.ArrivingDataPlanes;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connects an agent to a server whose certificate a private authority signed. */
class AgentTlsTest {
  private final TestAuthority authority = TestAuthority.create();
  private final ArrivingDataPlanes arriving = new ArrivingDataPlanes();
  private final AgentHost host = new AgentHost(arriving, "of the test");
  private final ControlPlane control = ControlPlane.builder().store(new InMemoryStore()).build();
  private final List<String> lines = new CopyOnWriteArrayList<>();
  @TempDir private Path folder;
  private Path ca;
  private Path token;
  private HttpApi server;
  private Agent agent;

  @BeforeEach
  void serve() throws IOException {
    server =
        HttpApi.create(
                control,
                HttpOptions.defaults().withTls(authority.issue("localhost").writeTo(folder)))
            .acceptAgents(host)
            .start("127.0.0.1", 0);
    ca = Files.writeString(folder.resolve("ca.pem"), authority.pem());
    token = Files.writeString(folder.resolve("token"), ArrivingDataPlanes.TOKEN);
  }

  @AfterEach
  void stop() {
    agent.close();
    server.close();
    host.close();
    control.close();
  }

  private void start(String name) {
    agent =
        Agent.start(
            new FakeDataPlane(),
            new AgentSetup(
                List.of(URI.create("https://%s:%d".formatted(name, server.port()))),
                () -> read(token),
                () -> Optional.of(TrustedAuthorities.read("--tls-ca", ca)),
                "fake",
                "of the test",
                lines::add));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UsageException(file + " cannot be read", e);
    }
  }

  @Test
  void it_connects_to_a_server_whose_authority_it_is_given() {
    start("localhost");

    assertThat(arriving.await().displayName()).isEqualTo(new FakeDataPlane().displayName());
  }

  @Test
  void it_says_nothing_to_a_server_of_another_authority_and_tries_again() throws IOException {
    Files.writeString(ca, TestAuthority.create().pem());
    start("localhost");
    awaitLine("the TLS handshake failed");

    Files.writeString(ca, authority.pem());

    arriving.await();
  }

  @Test
  void it_says_nothing_to_a_server_of_another_name() {
    start("127.0.0.1");

    awaitLine("is not connected to https://127.0.0.1");
  }

  @Test
  void files_that_are_away_for_a_moment_are_read_again() throws IOException {
    Files.delete(ca);
    start("localhost");
    awaitLine("--tls-ca " + ca + " cannot be read");
    Files.delete(token);
    Files.writeString(ca, authority.pem());
    awaitLine(token + " cannot be read");

    Files.writeString(token, ArrivingDataPlanes.TOKEN);

    arriving.await();
  }

  @Test
  void a_file_without_a_certificate_is_refused() throws IOException {
    Files.writeString(ca, "nothing");
    start("localhost");

    assertThatThrownBy(() -> TrustedAuthorities.read("--tls-ca", ca))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--tls-ca " + ca);
  }

  private void awaitLine(String part) {
    Awaitility.await(part)
        .atMost(Duration.ofMinutes(8))
        .until(() -> lines.stream().anyMatch(line -> line.contains(part)));
    assertThat(arriving.hasArrived()).isFalse();
  }
}
