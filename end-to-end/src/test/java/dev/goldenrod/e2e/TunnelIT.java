package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.e2e.CommandLine.Result;
import dev.goldenrod.e2e.CommandLine.Running;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the command line client's tunnel to a real database through a real server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 15, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("slow")
class TunnelIT {
  private static final int ROWS = 400_000;
  private static final int ROW_BYTES = 100;

  @TempDir private static Path folder;
  private ServerProcess server;
  private CommandLine user;

  @BeforeAll
  void serve() throws Exception {
    server = ServerProcess.in(folder).withVariable("GOLDENROD_PORT", freePort()).start();
    user = new CommandLine(server, folder.resolve("home"));
    Result made = user.sh("goldenrod database create shop -o name");
    assertThat(made.code()).as(made.err()).isZero();
  }

  /** Returns a port that the server can use again after a kill. */
  private static String freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return Integer.toString(free.getLocalPort());
    }
  }

  @AfterAll
  void leave_nothing_behind() {
    server.close();

    assertThat(EngineProcesses.processes(server.dataDir())).isEmpty();
  }

  @Test
  void megabytes_go_there_and_back() throws Exception {
    Running tunnel = user.begin("goldenrod", "tunnel", "shop");
    String uri = tunnel.line();
    assertThat(uri).startsWith("postgresql://").contains("@127.0.0.1:");

    assertThat(psql(uri, "CREATE TABLE tea (n int)").code()).isZero();
    Result written =
        user.sh("seq 1 %d | psql '%s' -qc '\\copy tea from stdin'".formatted(ROWS, uri));
    assertThat(written.code()).as(written.err()).isZero();
    assertThat(psql(uri, "SELECT count(*), sum(n::bigint) FROM tea").out())
        .isEqualTo("%d|%d\n".formatted(ROWS, ROWS * (ROWS + 1L) / 2));
    Result read =
        user.sh(
            "psql '%s' -Atc 'SELECT repeat($$x$$, %d) FROM tea' | wc -c"
                .formatted(uri, ROW_BYTES - 1));
    assertThat(read.out().strip()).isEqualTo("" + ROWS * ROW_BYTES);

    tunnel.terminate();
    assertThat(tunnel.code()).isZero();
    assertThat(psql(uri, "SELECT 1").code()).isEqualTo(2);
  }

  @Test
  void psql_has_a_tunnel_of_its_own() throws Exception {
    Result answered = user.sh("goldenrod psql shop --tunnel -- -Atc 'SELECT inet_client_addr()'");

    assertThat(answered.code()).as(answered.err()).isZero();
    assertThat(answered.out()).isNotBlank();
  }

  @Test
  void a_server_that_is_killed_ends_connections_and_a_tunnel_goes_on_when_it_is_back()
      throws Exception {
    Running tunnel = user.begin("goldenrod", "tunnel", "shop");
    String uri = tunnel.line();
    CompletableFuture<Result> reading =
        CompletableFuture.supplyAsync(
            () -> psqlUnchecked(uri, "SELECT generate_series(1, 1e12), pg_sleep(0.0001)"));
    await("the query")
        .until(
            () ->
                user.sh(
                        "goldenrod psql shop -- -Atc \"SELECT count(*) FROM pg_stat_activity"
                            + " WHERE query LIKE 'SELECT generate%'\"")
                    .out(),
            "1\n"::equals);

    server.kill();

    Result ended = reading.get(1, TimeUnit.MINUTES);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("server closed the connection unexpectedly");
    assertThat(psql(uri, "SELECT 1").code()).isEqualTo(2);
    server.start();
    await("the tunnel")
        .atMost(Duration.ofMinutes(8))
        .until(() -> psql(uri, "SELECT 1").out(), "1\n"::equals);
    tunnel.terminate();
    assertThat(tunnel.code()).isZero();
  }

  @Test
  void a_database_that_is_stopped_is_told_before_anything_listens() throws Exception {
    String version = server.api().get("/v1/databases/shop").path("version").asText();
    assertThat(user.sh("goldenrod database create idle --version " + version).code()).isZero();
    server.api().post("/v1/databases/idle/stop", Map.of());

    Result refused = user.sh("goldenrod tunnel idle");

    assertThat(refused.code()).isEqualTo(5);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err()).contains("goldenrod wake idle");
  }

  private Result psql(String uri, String sql) throws IOException, InterruptedException {
    return user.sh("PGCONNECT_TIMEOUT=30 psql '%s' -Atc '%s'".formatted(uri, sql));
  }

  private Result psqlUnchecked(String uri, String sql) {
    try {
      return psql(uri, sql);
    } catch (IOException | InterruptedException e) {
      throw new CompletionException(e);
    }
  }
}
