package dev.goldenrod.server.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.server.e2e.Member.Clone;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A disk that fills up in the middle of an import. */
class FullDiskIT {
  @TempDir private Path folder;
  private TestSource source;
  private SmallDisk disk;
  private ServerProcess server;

  @BeforeEach
  void prepare() {
    source = TestSource.start(folder, 1_000);
    disk = SmallDisk.mount(folder, 1024);
    server = ServerProcess.in(disk.path());
  }

  @AfterEach
  void leave_nothing_behind() {
    server.close();
    disk.close();
    source.close();

    assertThat(Traces.processes(folder)).isEmpty();
    assertThat(Traces.mounts(folder)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"xfs-image", "copy"})
  void the_import_fails_and_says_why_and_all_else_goes_on(String volumes) {
    server.with("--volumes", volumes);
    server.putSecret("shop", source.postgres().password());
    server.start();
    Member member = new Member(server);
    String sourceId = member.registerSource(source.config(), "shop");
    member.importVersion(sourceId, "shop");
    Clone clone = member.launch("shop", 1);
    source.addLines(400_000);

    disk.fill(90);
    JsonNode job = member.awaitImport(member.startImport(sourceId, "shop"));

    assertThat(job.path("phase").asText()).as(job.toString()).isEqualTo("Failed");
    assertThat(job.path("message").asText()).containsAnyOf("No space left", "full", "bytes free");
    assertThat(member.versions("shop")).containsExactly(1);
    assertThat(clone.read("SELECT count(*) FROM sales.line")).isEqualTo("1000");

    disk.free();
    assertThat(member.importVersion(sourceId, "shop")).isEqualTo(2);
    clone.execute("INSERT INTO public.picture VALUES (1000, 0)");
    member.refresh(clone.id());
    assertThat(clone.read("SELECT count(*) FROM sales.line")).isEqualTo("401000");
  }
}
