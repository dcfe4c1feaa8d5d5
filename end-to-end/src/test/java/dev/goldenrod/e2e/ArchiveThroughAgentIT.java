package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.e2e.CommandLine.Result;
import dev.goldenrod.e2e.CommandLine.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Exports a snapshot from an agent's machine, and imports it on a server and on an agent. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(value = 15, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArchiveThroughAgentIT {
  private static final int ROWS = 300_000;
  private static final String NOISE =
      "CREATE TABLE tea AS SELECT i, sha256(i::text::bytea) || sha256((i || 'a')::bytea)"
          + " || sha256((i || 'b')::bytea) || sha256((i || 'c')::bytea) AS leaf"
          + " FROM generate_series(1, %d) i".formatted(ROWS);
  private static final String SUM = "SELECT count(*), max(i) FROM tea";
  private static final String HELD = "%d|%d\n".formatted(ROWS, ROWS);
  private static final long SOME_BYTES = 6 << 20;

  @TempDir private static Path folder;
  private ServerProcess server;
  private ServerProcess agent;
  private ServerProcess elsewhere;
  private CommandLine user;
  private CommandLine stranger;
  private Path file;

  @BeforeAll
  void serve() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    int port = TestPorts.free();
    server =
        ServerProcess.in(Files.createDirectory(folder.resolve("control")))
            .withVariable("GOLDENROD_PORT", Integer.toString(port))
            .with("--data-plane", "none")
            .start();
    Path edge = Files.createDirectory(folder.resolve("edge"));
    String token =
        server.api().post("/v1/clusters", Map.of("name", "edge")).path("agent_token").asText();
    agent =
        ServerProcess.in(edge)
            .asAgentOf(
                URI.create("http://127.0.0.1:" + port),
                Files.writeString(edge.resolve("token"), token))
            .start();
    elsewhere = ServerProcess.in(Files.createDirectory(folder.resolve("elsewhere"))).start();
    user = new CommandLine(server, folder.resolve("home"));
    stranger = new CommandLine(elsewhere, folder.resolve("other"));
    file = folder.resolve("shop.goldenrod");
  }

  @AfterAll
  void leave_nothing_behind() {
    agent.close();
    server.close();
    elsewhere.close();
  }

  @Test
  @Order(1)
  void an_export_whose_agent_is_killed_goes_on_by_the_same_command() throws Exception {
    await("the agent's engines").until(this::isDatabaseCreated);
    succeed(user, "goldenrod psql shop -- -qc \"%s\"".formatted(NOISE));
    succeed(user, "goldenrod snapshot create shop monday");
    Path partial = Path.of(file + ".part");

    Running cutOff = user.begin("goldenrod", "export", "monday", "--to", file.toString());
    await("some parts").until(() -> size(partial) > SOME_BYTES);
    agent.kill();

    assertThat(cutOff.code()).isNotZero();
    assertThat(file).doesNotExist();
    long before = size(partial);
    agent.start();
    succeed(user, "goldenrod export monday --to " + file);
    assertThat(size(file)).isGreaterThan(before);
  }

  @Test
  @Order(2)
  void it_comes_in_at_another_servers_own_machine() throws Exception {
    succeed(stranger, "goldenrod import archive shop --from " + file);
    succeed(stranger, "goldenrod clone create shop one");

    assertThat(succeed(stranger, "goldenrod psql one -- -Atc '%s'".formatted(SUM))).isEqualTo(HELD);
  }

  @Test
  @Order(3)
  void it_becomes_a_database_that_outlives_the_golden() throws Exception {
    succeed(stranger, "goldenrod import archive --database kept --from " + file);
    succeed(stranger, "goldenrod golden delete shop --force --yes");
    succeed(stranger, "goldenrod database restart kept");

    assertThat(succeed(stranger, "goldenrod psql kept -- -Atc '%s'".formatted(SUM)))
        .isEqualTo(HELD);
    succeed(stranger, "goldenrod branch create kept try");
    assertThat(succeed(stranger, "goldenrod psql try -- -Atc '%s'".formatted(SUM))).isEqualTo(HELD);
  }

  @Test
  @Order(4)
  void an_import_whose_agent_is_killed_goes_on_by_the_same_command() throws Exception {
    String line = "goldenrod import archive shop --cluster edge --from " + file;

    Running cutOff = user.begin(line.split(" "));
    await("some bytes").until(() -> received() > SOME_BYTES);
    agent.kill();

    assertThat(cutOff.code()).isNotZero();
    assertThat(received()).isGreaterThan(SOME_BYTES);
    agent.start();
    succeed(user, line);
    succeed(user, "goldenrod clone create shop one");
    assertThat(succeed(user, "goldenrod psql one -- -Atc '%s'".formatted(SUM))).isEqualTo(HELD);
    succeed(user, "goldenrod database create kept --golden shop");
    assertThat(succeed(user, "goldenrod database list -o csv")).contains("kept,postgresql,15,");
    assertThat(succeed(user, "goldenrod psql kept -- -Atc '%s'".formatted(SUM))).isEqualTo(HELD);
  }

  /** Returns false while the new agent is still looking for its engines. */
  private boolean isDatabaseCreated() throws Exception {
    return user.sh("goldenrod database create shop").code() == 0;
  }

  private static String succeed(CommandLine user, String line) throws Exception {
    Result result = user.sh(line);
    assertThat(result.code()).as(line + ": " + result.err()).isZero();
    return result.out();
  }

  private long received() {
    Path folder = agent.dataDir().resolve("local").resolve("archives");
    if (!Files.isDirectory(folder)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.mapToLong(ArchiveThroughAgentIT::size).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long size(Path file) {
    try {
      return Files.exists(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
