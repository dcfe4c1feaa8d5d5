package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.preparation.WorkFolder;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.TestPostgresCluster;
import dev.goldenrod.engine.ServerRunner;
import dev.goldenrod.engine.postgres.PostgresLogin;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** What a compromised server of an import can reach, if Goldenrod is root. */
@EnabledIf("isRoot")
class PreparationServersTest {
  @TempDir Path folder;

  static boolean isRoot() {
    return RunAs.detect().isOtherUser();
  }

  @Test
  void its_user_reads_no_imports_files_and_nothing_of_it_outlives_it() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    try (ImportEnvironment test = new ImportEnvironment(folder.resolve("data"))) {
      DataVolume volume = new DataVolume(test.volumes.create("one"));
      TestPostgresCluster.make(test.home(), volume, test.runAs);
      WorkFolder work = test.context().folder(UUID.randomUUID());
      work.create();
      byte[] secret = "secret".getBytes(StandardCharsets.UTF_8);
      Path password = work.writePrivate("source.pgpass", secret);
      Process left;
      try (ServerRunner.Running server = test.server(volume, folder.resolve("log"))) {
        RunAs user = test.runAs.ownerOf(volume.data());
        assertThat(user.owns(folder)).isFalse();
        assertThat(test.runAs.owns(volume.data())).isFalse();
        assertThat(Tool.tryRun(user.command(List.of("cat", password.toString()))).succeeded())
            .isFalse();
        left =
            new ProcessBuilder(user.command(List.of("sleep", "120")))
                .directory(Path.of("/").toFile())
                .start();
        assertThat(
                PostgresLogin.openAsAdmin(server.port(), "template1", test.major(), volume)
                    .isValid(60))
            .isTrue();
      }
      assertThat(left.waitFor()).isNotZero();
      assertThat(test.runAs.owns(volume.data())).isTrue();
    }
  }
}
