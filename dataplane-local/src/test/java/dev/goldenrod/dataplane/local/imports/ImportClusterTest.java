package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.postgres.PostgresVolume;
import dev.goldenrod.dataplane.local.postgres.TestCluster;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** What somebody who takes over the server of an import reaches, where Goldenrod is root. */
@EnabledIf("isRoot")
class ImportClusterTest {
  @TempDir Path folder;

  static boolean isRoot() {
    return RunAs.detect().isOtherUser();
  }

  @Test
  void its_user_reads_no_imports_files_and_nothing_of_it_outlives_it() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    try (TestMachine test = new TestMachine(folder.resolve("data"))) {
      PostgresVolume volume = new PostgresVolume(test.volumes.create("one"));
      TestCluster.make(test.home(), volume, test.runAs, folder);
      Staging staging = new Staging(test.root.imports(), UUID.randomUUID(), test.runAs);
      staging.create();
      Path password = staging.writePrivate("source.pgpass", "secret");
      Process left;
      try (ImportCluster cluster =
          ImportCluster.start(
              test.home(),
              volume,
              folder.resolve("log"),
              ImportCluster.quiet(),
              test.context(),
              () -> false)) {
        RunAs user = test.runAs.ownerOf(volume.data());
        assertThat(user.owns(folder)).isFalse();
        assertThat(test.runAs.owns(volume.data())).isFalse();
        assertThat(Tool.tryRun(user.command(List.of("cat", password.toString()))).succeeded())
            .isFalse();
        left =
            new ProcessBuilder(user.command(List.of("sleep", "120")))
                .directory(Path.of("/").toFile())
                .start();
        assertThat(cluster.connectAsAdmin("template1").isValid(5)).isTrue();
      }
      assertThat(left.waitFor()).isNotZero();
      assertThat(test.runAs.owns(volume.data())).isTrue();
    }
  }
}
