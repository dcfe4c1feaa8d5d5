package dev.goldenrod.dataplane.local.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.engine.TestServer;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.engine.postgres.PostgresEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@ParameterizedClass
@MethodSource("dev.goldenrod.dataplane.local.volume.VolumeTestSetup#forPostgres")
@Tag("slow")
final class PostgresOnVolumesTest {
  private final RunAs runAs = RunAs.detect();
  @Parameter VolumeTestSetup setting;
  @TempDir Path temporary;
  private VolumeFixture fixture;
  private VolumeStore volumes;
  private Installation home;

  @BeforeEach
  void openStore() {
    fixture = new VolumeFixture(setting, temporary, runAs);
    LocalRoot root = fixture.start();
    volumes = TestStores.open(root, runAs, setting.kind());
    home =
        Installations.find(root, runAs, List.of()).newestServer(PostgresEngine.TYPE).orElseThrow();
  }

  @AfterEach
  void unmount() throws IOException {
    fixture.close();
  }

  @Test
  void clones_of_a_golden_run_side_by_side_and_recover_from_a_crash() throws Exception {
    TestServer.initialize(home, runAs, volumes.create("golden").resolve("data"));
    try (TestServer server =
        TestServer.start(home, runAs, volumes.path("golden").resolve("data"))) {
      server.execute("CREATE TABLE item AS SELECT generate_series(1, 10000) AS id");
      server.stop();
    }
    volumes.freeze("golden");
    Path one = volumes.clone("golden", "one", runAs).resolve("data");
    Path other = volumes.clone("golden", "other", runAs).resolve("data");

    try (TestServer server = TestServer.start(home, runAs, one);
        TestServer sibling = TestServer.start(home, runAs, other)) {
      server.execute("DELETE FROM item WHERE id > 10");
      server.execute("CHECKPOINT");
      assertThat(sibling.query("SELECT count(*) FROM item")).containsExactly("10000");
    }
    try (TestServer recovered = TestServer.start(home, runAs, one)) {
      assertThat(recovered.query("SELECT count(*) FROM item")).containsExactly("10");
    }
  }
}
