package dev.goldenrod.cli.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.cli.config.Context;
import dev.goldenrod.cli.config.UserConfig;
import dev.goldenrod.cli.terminal.CliException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LocalServerTest {
  @TempDir private Path folder;

  @Test
  void each_data_directory_has_a_server_of_its_own() {
    LocalServer usual = server(Path.of("/home/ann/.goldenrod"), true, 7878);
    LocalServer other = server(Path.of("/home/ann/other"), false, 7979);

    assertThat(usual.name()).isEqualTo("goldenrod");
    assertThat(other.name()).startsWith("goldenrod-").isNotEqualTo(usual.name());
    assertThat(other.log()).isNotEqualTo(usual.log());
  }

  @Test
  void each_has_a_context_of_its_own_and_keeps_it() {
    LocalServer usual = server(Path.of("/home/ann/.goldenrod"), true, 7878);
    LocalServer other = server(Path.of("/home/ann/.other"), false, 7979);
    LocalServer alike = server(Path.of("/srv/.other"), false, 7980);
    UserConfig none = new UserConfig(folder, null, List.of());

    assertThat(usual.context(none)).isEqualTo("local");
    assertThat(other.context(none)).isEqualTo("local-other");
    UserConfig known = none.with(context("local-other", other)).with(context("mine", usual));
    assertThat(alike.context(known)).startsWith("local-other-");
    assertThat(other.context(known)).isEqualTo("local-other");
    assertThat(usual.context(known)).isEqualTo("mine");
  }

  private static Context context(String name, LocalServer server) {
    return new Context(name, URI.create(server.url()), server.adminToken(), null, null);
  }

  @Test
  void another_servers_process_is_never_taken_for_the_own() throws IOException {
    LocalServer usual = server(Path.of("/home/ann/.goldenrod"), true, 7878);
    LocalServer other = server(Path.of("/home/ann/other"), false, 7979);
    remember(usual, begin());

    assertThat(new DetachedProcess().isRunning(usual)).isTrue();
    assertThat(new DetachedProcess().isRunning(other)).isFalse();
    assertThat(new DetachedProcess().stop(other)).isFalse();

    remember(usual, Instant.EPOCH.toString());
    assertThat(new DetachedProcess().isRunning(usual)).isFalse();
  }

  @Test
  void a_server_that_is_up_at_another_port_is_told() throws IOException {
    remember(server(Path.of("/home/ann/.goldenrod"), true, 7878), begin());

    assertThatThrownBy(
            () -> new DetachedProcess().start(server(Path.of("/home/ann/.goldenrod"), true, 7979)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("is already running on port 7878");
  }

  @Test
  void a_unit_says_what_it_runs_and_keeps_no_token_in_a_log() {
    String unit =
        ServiceManager.SystemdUnit.text(server(Path.of("/home/ann/50% \"off\""), false, 7878));

    assertThat(unit)
        .contains("\"--data-dir\" \"/home/ann/50%% \\\"off\\\"\"", "\"--port\" \"7878\"")
        .contains("\"--admin-token-ttl\" \"30d\"")
        .contains("StandardOutput=null", "KillMode=process");
  }

  @Test
  void the_launcher_runs_the_server_with_the_same_java_and_builds_nothing() {
    Optional<Path> launcher = Optional.of(Path.of("/opt/bin/goldenrod"));
    LocalServer plain = server(folder, false, 7878);
    LocalServer launched =
        new LocalServer(plain.jar(), launcher, plain.java(), folder, false, folder, 7878, false);

    assertThat(launched.command())
        .startsWith(
            "/usr/bin/env",
            "JAVA_HOME=/opt/jdk",
            "GOLDENROD_BUILD=no",
            "/opt/bin/goldenrod",
            "serve")
        .endsWith("--port", "7878");
  }

  @Test
  void with_tls_the_address_says_so_and_the_server_makes_its_certificate() throws IOException {
    LocalServer plain = server(folder, false, 7878);
    LocalServer server =
        new LocalServer(
            plain.jar(), Optional.empty(), plain.java(), folder, false, folder, 7878, true);

    assertThat(server.url()).isEqualTo("https://127.0.0.1:7878");
    assertThat(server.command()).endsWith("--port", "7878", "--tls-auto");
    assertThat(plain.command()).doesNotContain("--tls-auto");
    assertThat(server.authority()).isEmpty();
    Path file = LocalServer.authorityFile(folder);
    Files.createDirectories(file.getParent());
    String certificate = "-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----\n";
    Files.writeString(
        file, certificate + "-----BEGIN PRIVATE KEY-----\nREVG\n-----END PRIVATE KEY-----\n");
    assertThat(server.authority()).contains(certificate);
  }

  @Test
  void an_agent_of_launchd_says_the_same() {
    String agent = ServiceManager.LaunchAgent.text(server(Path.of("/Users/ann/a&b"), false, 7878));

    assertThat(agent).contains("<string>/Users/ann/a&amp;b</string>", "/dev/null");
  }

  @Test
  @Timeout(15)
  void a_service_manager_that_hangs_is_ended_after_the_timeout() {
    Duration timeout = Duration.ofMillis(100);

    assertThat(ServiceManager.tryRun(timeout, "sleep", "20")).isEmpty();
    // Its output may end with it, although a program that it started keeps it open.
    assertThat(ServiceManager.tryRun(timeout, "sh", "-c", "sleep 20 & exit 0").orElse(""))
        .isEmpty();
  }

  private LocalServer server(Path dataDir, boolean isUsual, int port) {
    return new LocalServer(
        Path.of("/opt/goldenrod.jar"),
        Optional.empty(),
        Path.of("/opt/jdk/bin/java"),
        dataDir,
        isUsual,
        folder,
        port,
        false);
  }

  private static String begin() {
    return ProcessHandle.current().info().startInstant().orElseThrow().toString();
  }

  private void remember(LocalServer server, String begin) throws IOException {
    Files.writeString(
        folder.resolve(server.name() + ".pid"),
        "%d %s %d\n".formatted(ProcessHandle.current().pid(), begin, server.port()));
  }
}
