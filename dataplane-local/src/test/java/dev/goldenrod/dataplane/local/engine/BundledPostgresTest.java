package dev.goldenrod.dataplane.local.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.EngineVersion.Origin;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.engine.postgres.PostgresEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class BundledPostgresTest {
  private static final List<String> EXTENSIONS =
      List.of(
          "btree_gin",
          "btree_gist",
          "citext",
          "fuzzystrmatch",
          "hstore",
          "intarray",
          "ltree",
          "pg_stat_statements",
          "pg_trgm",
          "pgcrypto",
          "postgres_fdw",
          "tablefunc",
          "unaccent",
          "uuid-ossp");

  private final RunAs runAs = RunAs.detect();
  @TempDir Path temporary;
  private LocalRoot root;
  private Installation bundled;

  @BeforeEach
  void unpack() throws IOException {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    root = LocalRoot.open(temporary.resolve("data"), "unused", runAs);
    bundled = bundled().unpacked().orElseThrow();
  }

  @Test
  void it_is_unpacked_once() throws IOException {
    assertThat(Integer.parseInt(bundled.release())).isGreaterThanOrEqualTo(18);
    assertThat(bundled.runsServers()).isTrue();
    assertThat(bundled.origin()).isEqualTo(Origin.BUNDLED);
    Path tool = bundled.program("pg_ctl").orElseThrow();
    Path marker = Files.createFile(tool.resolveSibling("marker"));

    assertThat(bundled().unpacked()).contains(bundled);
    assertThat(marker).exists();
    try (Stream<Path> engines = Files.list(root.engines())) {
      assertThat(engines).hasSize(1);
    }
  }

  @Test
  void it_runs_a_server_with_the_usual_extensions() throws Exception {
    Installation home =
        Installations.find(root, runAs, List.of(bundled.folders().get(0)))
            .newestServer(PostgresEngine.TYPE)
            .orElseThrow();
    Path data = Files.createDirectory(root.path().resolve("pgdata"));
    runAs.chown(data);
    TestServer.initialize(home, runAs, data);
    try (TestServer server = TestServer.start(home, runAs, data)) {
      for (String extension : EXTENSIONS) {
        server.execute("CREATE EXTENSION \"" + extension + "\"");
      }
      assertThat(server.query("SELECT extname FROM pg_extension")).containsAll(EXTENSIONS);
    }
  }

  private BundledPostgres bundled() {
    return new BundledPostgres(root.engines(), new InstallationFinder(runAs));
  }
}
