package dev.goldenrod.examples.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.dataplane.local.LocalDataPlane;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.server.RunningServer;
import dev.goldenrod.server.demo.ScratchPostgres;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the example and a server on the same data directory, with real databases. */
@Tag("slow")
class OneDataDirectoryTest {
  private static final String ENTER = "\n";
  private static final String END_OF_INPUT = "";

  @TempDir private Path folder;
  private ScratchPostgres source;

  @BeforeEach
  void stopSource() {
    RunAs runAs = RunAs.detect();
    LocalRoot root = LocalRoot.open(folder.resolve("source"), "source-" + UUID.randomUUID(), runAs);
    Installation home =
        Installations.find(root, runAs, List.of()).newestServer(PostgresEngine.TYPE).orElseThrow();
    source = ScratchPostgres.start(home, runAs, root, "shop", Map.of("fsync", "off"));
    source.stop();
  }

  @AfterEach
  void purge() {
    LocalDataPlane.purge(dataDir());
    source.close();
    assertThat(dataDir()).doesNotExist();
  }

  @Test
  void the_next_start_and_a_server_find_what_the_first_start_made() throws IOException {
    String login = run(END_OF_INPUT);

    try (RunningServer server = RunningServer.start(dataDir(), 0, List.of(), Map.of())) {
      ApiConnection api = ApiConnection.of(server.address(), server.newAdminToken().orElseThrow());
      assertThat(api.get("/v1/snapshots").findValuesAsText("name")).containsExactly("shop");
      assertThat(api.get("/v1/instances").findValuesAsText("phase")).containsExactly("Ready");
    }

    assertThat(run(ENTER)).isEqualTo(login);
    assertThat(run(ENTER)).startsWith("psql 'postgresql://").isNotEqualTo(login);
  }

  private String run(String input) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EmbeddedGoldenrod.run(
        dataDir(),
        source.data(),
        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
        new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  private Path dataDir() {
    return folder.resolve("data");
  }
}
