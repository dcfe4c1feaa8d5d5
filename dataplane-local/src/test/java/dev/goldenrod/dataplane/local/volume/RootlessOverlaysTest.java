package dev.goldenrod.dataplane.local.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
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

  @Tag("slow")
  @Test
  void no_second_mount_comes_over_one_that_a_process_has_begun_by_whatever_process()
      throws IOException {
    VolumeStore volumes = volumes();
    Files.writeString(volumes.create("golden").resolve("data/file"), "golden");
    volumes.freeze("golden");
    volumes.clone("golden", "clone", runAs);
    String work = "sleep 600 & echo up; wait";
    // The child process survives when its parent is killed.
    Process process = started(volumes.command("clone", List.of("sh", "-c", work)));
    assertThat(process.inputReader().readLine()).isEqualTo("up");
    ProcessHandle begun = process.children().findFirst().orElseThrow();
    try {
      process.destroyForcibly().onExit().join();
      List<String> second = volumes.command("clone", List.of("true"));

      Tool.Result refused = Tool.tryRun(second);

      assertThat(refused.succeeded()).isFalse();
      assertThat(refused.output()).contains("is already mounted: processes use it");
      begun.destroyForcibly();
      begun.onExit().join();
      assertThat(Tool.tryRun(second).succeeded()).isTrue();
    } finally {
      begun.destroyForcibly();
    }
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

  private static Process started(List<String> command) throws IOException {
    return new ProcessBuilder(command).start();
  }
}
