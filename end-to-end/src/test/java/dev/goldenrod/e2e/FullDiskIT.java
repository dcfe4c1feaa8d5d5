package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.client.ApiException;
import dev.goldenrod.client.ClientOptions;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.e2e.Member.Clone;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Fills the disk during an import. */
@Tag("slow")
class FullDiskIT {
  @TempDir private Path folder;
  private TestSource source;
  private LimitedDisk disk;
  private ServerProcess server;

  @AfterEach
  void leave_nothing_behind() {
    server.close();
    disk.close();
    source.close();

    EngineProcesses.awaitProcesses(folder, List.of());
    assertThat(EngineProcesses.mounts(folder)).isEmpty();
  }

  /** The volume kinds that handle a full disk differently and that this user can use. */
  static List<String> volumes() {
    return RunAs.detect().isOtherUser() ? List.of("xfs-image", "copy") : List.of("copy");
  }

  @ParameterizedTest
  @MethodSource("volumes")
  void the_import_fails_and_says_why_and_all_else_goes_on(String volumes) {
    prepare(volumes);
    Member member = new Member(server);
    String sourceId = member.registerSource(source.config(), "shop");
    member.importVersion(sourceId, "shop");
    Clone clone = member.launch("shop", 1);
    source.addLines(400_000);

    disk.fill();
    if (disk instanceof SmallDisk) {
      assertThat(answered(this::freeBytes)).isLessThan(100 << 20);
    }
    String importId = member.startImport(sourceId, "shop");
    JsonNode job = answered(() -> member.awaitImport(importId));

    assertThat(job.path("phase").asText()).as(job.toString()).isEqualTo("Failed");
    assertThat(job.path("message").asText()).containsAnyOf(disk.complaints());
    assertThat(answered(() -> member.versions("shop"))).containsExactly(1);
    assertThat(clone.read("SELECT count(*) FROM sales.line")).isEqualTo("1000");

    disk.free();
    String again = answered(() -> startImportOnce(sourceId));
    assertThat(member.awaitImport(again).path("version").asInt()).isEqualTo(2);
    clone.execute("INSERT INTO public.picture VALUES (1000, 0)");
    member.refresh(clone.id());
    assertThat(clone.read("SELECT count(*) FROM sales.line")).isEqualTo("401000");
  }

  private long freeBytes() {
    return server.api().get("/v1/clusters").at("/clusters/0/storage/free_bytes").asLong(-1);
  }

  /** The idempotency key prevents a second import when the request is repeated. */
  private String startImportOnce(String sourceId) {
    ClientOptions options =
        ClientOptions.of(URI.create(server.address()), ServerProcess.TOKEN)
            .withRetries(Duration.ZERO)
            .withIdempotencyKey("import-once");
    return new ApiConnection(options)
        .post("/v1/imports", Map.of("source_id", sourceId, "golden", "shop"))
        .path("id")
        .asText();
  }

  /**
   * Repeats the call while the server answers 503: with no space left, the embedded store rejects
   * requests until the failed import has released its space.
   */
  private static <T> T answered(Supplier<T> call) {
    Optional<T> answer =
        await("answered")
            .until(
                () -> {
                  try {
                    return Optional.of(call.get());
                  } catch (ApiException refused) {
                    assertThat(refused.status()).isEqualTo(503);
                    return Optional.empty();
                  }
                },
                Optional::isPresent);
    return answer.orElseThrow();
  }

  private void prepare(String volumes) {
    source = TestSource.start(folder, 1_000);
    if (RunAs.detect().isOtherUser()) {
      SmallDisk small = SmallDisk.mount(folder, 1024);
      disk = small;
      server = ServerProcess.in(small.path());
    } else {
      server = ServerProcess.in(folder);
      disk = new SmallFiles(server);
    }
    server.with("--volumes", volumes).putSecret("shop", source.postgres().password());
    server.start();
  }
}
