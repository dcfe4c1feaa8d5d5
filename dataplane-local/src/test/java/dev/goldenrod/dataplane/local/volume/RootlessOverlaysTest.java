package dev.goldenrod.dataplane.local.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mounts that are visible only to the processes that use them. */
class RootlessOverlaysTest {
  @TempDir Path temporary;
  private final RunAs runAs = RunAs.server();
  private VolumeFixture fixture;

  @AfterEach
  void unmount() throws IOException {
    fixture.close();
  }

  @Test
  void a_startup_file_that_a_database_deleted_meanwhile_keeps_no_volume_from_the_disk()
      throws IOException {
    VolumeStore volumes = volumes();
    Path golden = volumes.create("golden").resolve("data");
    for (String name : List.of("kept", "deleted", "replaced")) {
      Files.writeString(golden.resolve(name), "golden");
    }
    volumes.freeze("golden");
    volumes.clone("golden", "first", runAs);
    in(volumes, "first", "for file in *; do echo changed >$file; done");
    volumes.recordFirstReady("first");
    Path second = volumes.clone("golden", "second", runAs).resolve("data");
    assertThat(second).isDirectoryContaining("glob:**/deleted");

    in(volumes, "second", "rm deleted replaced; mkdir replaced");
    volumes.force("second");

    assertThat(second.resolve("deleted")).exists();
    assertThat(Files.isRegularFile(second.resolve("deleted"))).isFalse();
  }

  @Test
  void a_launch_runs_no_program_but_perl_and_the_command_without_the_given_files()
      throws Exception {
    VolumeStore volumes = volumes();
    Path golden = volumes.create("golden").resolve("data");
    Files.writeString(golden.resolve("kept"), "golden");
    Files.writeString(golden.resolve("override"), "golden");
    volumes.freeze("golden");
    Path clone = volumes.clone("golden", "clone", runAs).resolve("data");
    String look = "cd \"$1\" && echo *";
    List<String> command =
        volumes.command(
            "clone",
            List.of(clone.resolve("override").toString()),
            List.of("/bin/sh", "-c", look, "sh", clone.toString()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    // This process's own PATH leads to perl.
    builder.environment().put("PATH", Files.createDirectory(temporary.resolve("none")).toString());

    Process process = builder.start();

    assertThat(process.inputReader().readLine()).isEqualTo("kept");
    assertThat(process.waitFor()).isZero();
  }

  private VolumeStore volumes() {
    fixture = new VolumeFixture(new VolumeTestSetup("rootless-overlay", "host"), temporary, runAs);
    return TestStores.open(fixture.start(), runAs, "rootless-overlay");
  }

  private static void in(VolumeStore volumes, String volume, String script) {
    String data = volumes.path(volume).resolve("data").toString();
    String inData = "cd \"$1\" && " + script;
    Tool.run(volumes.command(volume, List.of("sh", "-ec", inData, "sh", data)));
  }
}
