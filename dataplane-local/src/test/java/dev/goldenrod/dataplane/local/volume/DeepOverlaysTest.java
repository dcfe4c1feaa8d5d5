package dev.goldenrod.dataplane.local.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Volumes with more branches of branches than the kernel allows layers. */
@Tag("slow")
class DeepOverlaysTest {
  /** Exceeds the maximum length of mount options. */
  private static final int BRANCHES = 85;

  /** Enough to merge layers. */
  private static final int FEWER_BRANCHES = 45;

  private static final String LISTING = "find . -mindepth 1 | sort; cat moved0/file";

  @TempDir Path temporary;

  static Stream<VolumeTestSetup> overlays() {
    return VolumeTestSetup.all().stream()
        .filter(setting -> setting.kind().endsWith("overlay"))
        .filter(setting -> isRoots(setting) || !setting.fileSystem().equals("ext4"));
  }

  private static boolean isRoots(VolumeTestSetup setting) {
    return setting.kind().equals("overlay");
  }

  @ParameterizedTest
  @MethodSource("overlays")
  void branches_of_branches_are_made_without_end(VolumeTestSetup setting) throws IOException {
    RunAs runAs = setting.user();
    int branches = isRoots(setting) ? BRANCHES : FEWER_BRANCHES;
    try (VolumeFixture fixture = new VolumeFixture(setting, temporary, runAs)) {
      VolumeStore volumes = TestStores.open(fixture.start(), runAs, setting.kind());
      Path data = volumes.create("golden").resolve("data");
      String script = "cd \"$1\"; mkdir dir; echo golden >dir/file; echo golden >old";
      Tool.run(runAs.command(List.of("sh", "-ec", script, "sh", data.toString())));
      volumes.freeze("golden");
      volumes.clone("golden", "branch0", runAs);
      in(volumes, runAs, 0, "mkdir moved0; echo 0 >moved0/file; rm old; rm -r dir; mkdir dir");
      for (int next = 1; next <= branches; next++) {
        String before = in(volumes, runAs, next - 1, LISTING);
        volumes.copy("branch" + (next - 1), "copy");
        volumes.freeze("copy");
        volumes.clone("copy", "branch" + next, runAs);
        volumes.remove("copy");
        volumes.remove("branch" + (next - 1));
        assertThat(in(volumes, runAs, next, LISTING)).as("branch %d", next).isEqualTo(before);
        in(volumes, runAs, next, "echo %1$d >file%1$d; echo %1$d >>moved0/file".formatted(next));
      }
      assertThat(in(volumes, runAs, branches, "ls dir; ls | wc -l").strip())
          .isEqualTo(Integer.toString(branches + 2));
      volumes.close();
    }
  }

  private static String in(VolumeStore volumes, RunAs runAs, int branch, String script) {
    String name = "branch" + branch;
    String data = volumes.path(name).resolve("data").toString();
    List<String> shell = List.of("sh", "-ec", "cd \"$1\"; " + script, "sh", data);
    return Tool.run(runAs.command(volumes.command(name, shell)));
  }
}
