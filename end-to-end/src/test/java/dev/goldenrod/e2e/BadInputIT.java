package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.e2e.Member.Clone;
import dev.goldenrod.e2e.ServerProcess.Run;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** External errors are reported on the affected resource, and nothing is left half done. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class BadInputIT {
  private static final String SOUND = "sound";

  @TempDir private static Path folder;
  private TestSource source;
  private ServerProcess server;
  private Member member;

  @BeforeAll
  void start() {
    source = TestSource.start(folder, 1_000);
    server = ServerProcess.in(folder);
    server.putSecret("right", source.postgres().password());
    server.putSecret("wrong", "not-the-password");
    server.start();
    member = new Member(server);
  }

  @AfterAll
  void leave_nothing_behind() {
    server.close();
    source.close();

    EngineProcesses.awaitProcesses(server.dataDir(), List.of());
    assertThat(EngineProcesses.mounts(server.dataDir())).isEmpty();
  }

  @Test
  void a_source_that_is_down_fails_the_import_and_names_the_address() throws IOException {
    Map<String, Object> config = new HashMap<>(source.config());
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      config.put("port", free.getLocalPort());
    }

    JsonNode job = failedImport(member.registerSource(config, "right"), "down", 0);

    assertThat(job.path("message").asText()).contains("127.0.0.1", config.get("port").toString());
  }

  @Test
  void a_wrong_password_fails_the_import_and_says_how_to_put_the_right_one() {
    JsonNode job = failedImport(member.registerSource(source.config(), "wrong"), "locked", 0);

    assertThat(job.path("message").asText())
        .contains("user 'shop'", "'goldenrod secret put'")
        .doesNotContain("not-the-password");
  }

  @Test
  void a_wrong_major_version_fails_the_import_and_says_both_numbers() {
    String sourceId = member.registerSource(source.config(), "right");
    int wrong = source.major() + 1;

    JsonNode job = failedImport(sourceId, "other-major", wrong);

    assertThat(job.path("message").asText())
        .contains(Integer.toString(wrong), Integer.toString(source.major()));
  }

  @Test
  void a_failed_import_gives_its_number_back() {
    String wrong = member.registerSource(source.config(), "wrong");
    String right = member.registerSource(source.config(), "right");
    failedImport(wrong, "again", 0);

    assertThat(member.importVersion(right, "again")).isEqualTo(1);
  }

  @Test
  void a_second_server_on_the_data_directory_is_refused_and_the_first_goes_on() {
    Run refusal = ServerProcess.in(folder).refuse();

    assertThat(refusal.exitCode()).isEqualTo(2);
    assertThat(refusal.said().lines())
        .singleElement()
        .asString()
        .contains("in use by another server");
    assertThat(member.versions("none")).isEmpty();
  }

  @Test
  void a_port_that_someone_else_took_is_named_until_it_is_free_again() throws IOException {
    importSound();
    Clone clone = member.launch(SOUND, 1);
    server.terminate();
    EngineProcesses.killServersOf(server.dataDir());

    try (ServerSocket taken =
        new ServerSocket(clone.port(), 1, InetAddress.getByName(clone.host()))) {
      server.start();
      JsonNode blocked =
          await("blocked")
              .until(
                  () -> member.instance(clone.id()),
                  found -> !found.path("phase").asText().equals("Ready"));
      blocked =
          await("explained")
              .until(
                  () -> member.instance(clone.id()),
                  found ->
                      found
                          .path("message")
                          .asText()
                          .contains(Integer.toString(taken.getLocalPort())));
      assertThat(blocked.path("phase").asText()).isNotEqualTo("Ready");
    }

    member.awaitReady(clone.id());
    assertThat(clone.read("SELECT count(*) FROM sales.line")).isEqualTo("1000");
    member.delete(clone.id());
  }

  @Test
  void a_corrupted_golden_volume_fails_its_launches_and_no_others() throws IOException {
    importSound();
    List<Path> before = controlFiles();
    member.importVersion(member.registerSource(source.config(), "right"), "corrupted");
    List<Path> fresh = controlFiles().stream().filter(file -> !before.contains(file)).toList();
    for (Path file : fresh) {
      Files.write(file, new byte[64]);
    }

    String id = member.startLaunch("corrupted", 1);
    JsonNode failed =
        await("explained")
            .until(() -> member.instance(id), found -> !found.path("message").asText().isEmpty());

    assertThat(failed.path("phase").asText()).isNotEqualTo("Ready");
    assertThat(failed.path("message").asText()).contains("corrupted");
    assertThat(fresh).isNotEmpty().allMatch(Files::exists);
    Clone sound = member.launch(SOUND, 1);
    assertThat(sound.read("SELECT count(*) FROM sales.line")).isEqualTo("1000");
    member.delete(sound.id());
    member.delete(id);
  }

  private void importSound() {
    if (member.versions(SOUND).isEmpty()) {
      member.importVersion(member.registerSource(source.config(), "right"), SOUND);
    }
  }

  private JsonNode failedImport(String sourceId, String golden, int major) {
    JsonNode job = member.awaitImport(member.startImport(sourceId, golden, major));
    assertThat(job.path("phase").asText()).as(job.toString()).isEqualTo("Failed");
    assertThat(job.path("message").asText()).isNotEmpty();
    assertThat(member.versions(golden)).isEmpty();
    return job;
  }

  private List<Path> controlFiles() {
    return EngineProcesses.files(server.dataDir()).stream()
        .filter(file -> file.endsWith("global/pg_control"))
        .toList();
  }
}
