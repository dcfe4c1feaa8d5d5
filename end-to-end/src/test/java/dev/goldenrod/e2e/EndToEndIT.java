package dev.goldenrod.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.e2e.Member.Clone;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Imports a real source with the real jar and launches real clones. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EndToEndIT {
  private static final int ROWS = 20_000;
  private static final String GOLDEN = "shop";

  @TempDir private static Path folder;
  private TestSource source;
  private ServerProcess server;
  private Member member;
  private Fingerprint firstState;
  private Fingerprint secondState;

  @BeforeAll
  void import_the_source_twice() throws SQLException {
    source = TestSource.start(folder, ROWS);
    server = ServerProcess.in(folder);
    server.putSecret(GOLDEN, source.postgres().password());
    server.start();
    member = new Member(server);
    String sourceId = member.registerSource(source.config(), GOLDEN);

    firstState = sourceState();
    assertThat(member.importVersion(sourceId, GOLDEN)).isEqualTo(1);
    source.addLines(1000);
    secondState = sourceState();
    assertThat(member.importVersion(sourceId, GOLDEN)).isEqualTo(2);
  }

  @AfterAll
  void leave_nothing_behind() {
    server.close();
    source.close();

    EngineProcesses.awaitProcesses(server.dataDir(), List.of());
    assertThat(EngineProcesses.mounts(server.dataDir())).isEmpty();
    assertThat(server.dataDir()).doesNotExist();
  }

  @Test
  void clones_of_each_version_hold_what_the_source_held_then() {
    Clone first = member.launch(GOLDEN, 1);
    Clone second = member.launch(GOLDEN, 2);

    assertThat(first.fingerprint()).isEqualTo(firstState);
    assertThat(second.fingerprint()).isEqualTo(secondState);
    assertThat(firstState.parts().get("sales.line")).startsWith(ROWS + " rows");

    member.delete(first.id());
    member.delete(second.id());
  }

  @Test
  void a_write_in_one_clone_is_seen_in_no_other() {
    Clone written = member.launch(GOLDEN, 1);
    Clone other = member.launch(GOLDEN, 1);

    written.execute("TRUNCATE sales.line; CREATE TABLE public.mine (n int)");

    assertThat(written.read("SELECT count(*) FROM sales.line")).isEqualTo("0");
    assertThat(other.fingerprint()).isEqualTo(firstState);
    Clone later = member.launch(GOLDEN, 1);
    assertThat(later.fingerprint()).isEqualTo(firstState);

    Stream.of(written, other, later).forEach(clone -> member.delete(clone.id()));
  }

  @Test
  void a_reset_discards_what_was_written_and_keeps_the_connection_string() {
    Clone clone = member.launch(GOLDEN, 1);
    clone.execute("DELETE FROM public.picture");

    member.reset(clone.id());

    assertThat(clone.fingerprint()).isEqualTo(firstState);
    assertThat(member.credentials(clone.id())).isEqualTo(clone);
    assertThat(member.instance(clone.id()).path("reset_generation").asInt()).isEqualTo(1);
    member.delete(clone.id());
  }

  @Test
  void a_refresh_moves_to_the_latest_version_and_keeps_the_connection_string() {
    Clone clone = member.launch(GOLDEN, 1);

    member.refresh(clone.id());

    assertThat(clone.fingerprint()).isEqualTo(secondState);
    assertThat(member.credentials(clone.id())).isEqualTo(clone);
    assertThat(member.instance(clone.id()).path("golden_version").asInt()).isEqualTo(2);
    member.delete(clone.id());
  }

  @Test
  void a_deleted_clone_frees_its_port_its_volume_and_its_process() throws IOException {
    List<String> before = EngineProcesses.processes(server.dataDir());
    List<String> mountsBefore = EngineProcesses.mounts(server.dataDir());
    Clone clone = member.launch(GOLDEN, 1);

    member.delete(clone.id());

    assertThatThrownBy(clone::connect).isInstanceOf(SQLException.class);
    EngineProcesses.awaitProcesses(server.dataDir(), before);
    assertThat(EngineProcesses.mounts(server.dataDir())).isEqualTo(mountsBefore);
    assertThat(filesOf(clone.id())).isEmpty();
    new ServerSocket(clone.port(), 1, InetAddress.getByName(clone.host())).close();
  }

  @Test
  void databases_outlive_the_server_and_are_adopted_by_the_next() {
    Clone clone = member.launch(GOLDEN, 1);
    clone.execute("CREATE TABLE public.kept AS SELECT 1 AS n");

    server.terminate();
    assertThat(clone.read("SELECT n FROM public.kept")).isEqualTo("1");
    List<String> running = EngineProcesses.processes(server.dataDir());
    server.start();

    assertThat(member.awaitReady(clone.id()).path("phase").asText()).isEqualTo("Ready");
    assertThat(clone.read("SELECT n FROM public.kept")).isEqualTo("1");
    EngineProcesses.awaitProcesses(server.dataDir(), running);
    member.delete(clone.id());
  }

  @Test
  void no_secret_is_in_a_log_a_command_line_or_an_environment() throws IOException {
    Clone clone = member.launch(GOLDEN, 1);

    List<String> secrets =
        List.of(source.postgres().password(), clone.password(), ServerProcess.TOKEN);
    assertThat(secrets).noneMatch(secret -> server.log().contains(secret));
    assertThat(EngineProcesses.processes(server.dataDir()))
        .isNotEmpty()
        .noneMatch(line -> secrets.stream().anyMatch(line::contains));
    assertThat(EngineProcesses.environments(server.dataDir()))
        .isNotEmpty()
        .noneMatch(words -> secrets.stream().anyMatch(words::contains));
    member.delete(clone.id());
  }

  private Fingerprint sourceState() throws SQLException {
    try (Connection connection = source.connect()) {
      return Fingerprint.of(connection);
    }
  }

  private List<Path> filesOf(String cloneId) {
    return EngineProcesses.files(server.dataDir()).stream()
        .filter(file -> file.getFileName().toString().contains(cloneId))
        .toList();
  }
}
