package dev.goldenrod.dataplane.local.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of volumes that are in use, on every kind of volumes. */
abstract class VolumeContractCopies {
  /** Covers the kinds of changes that overlays represent in special ways. */
  private static final String CHANGES =
      """
      echo changed >changed; rm deleted; mv moved elsewhere
      rm -r replaced; mkdir replaced; echo new >replaced/new; mkdir added; ln -s ../changed added/link
      """;

  private static final String LISTING =
      "find . -mindepth 1 | sort; cat changed elsewhere/file replaced/new; readlink added/link";

  @TempDir Path temporary;
  private RunAs runAs;
  private VolumeFixture fixture;
  private VolumeStore volumes;

  abstract VolumeTestSetup setting();

  @BeforeEach
  void make_a_changed_clone() {
    runAs = setting().user();
    fixture = new VolumeFixture(setting(), temporary, runAs);
    volumes = TestStores.open(fixture.start(), runAs, setting().kind());
    Path data = volumes.create("golden").resolve("data");
    String script =
        """
        cd "$1"; for d in moved replaced; do mkdir $d; echo golden >$d/file; done
        echo golden >changed; echo golden >deleted
        """;
    Tool.run(runAs.command(List.of("sh", "-ec", script, "sh", data.toString())));
    volumes.freeze("golden");
    volumes.clone("golden", "one", runAs);
    in("one", CHANGES);
  }

  @AfterEach
  void unmount() throws IOException {
    fixture.close();
  }

  @Test
  void what_is_made_of_a_copy_has_all_that_its_volume_had() {
    String before = in("one", LISTING);

    snapshot("one", "copy");
    in("one", "echo later >changed; echo later >late; rm -r replaced");
    volumes.clone("copy", "two", runAs);

    assertThat(in("two", LISTING)).isEqualTo(before);
    in("two", "echo own >changed; echo own >owned");
    volumes.clone("copy", "three", runAs);
    assertThat(in("three", LISTING)).isEqualTo(before);
    assertThat(in("one", "cat changed late; ls")).doesNotContain("owned", "own");
  }

  @Test
  void copies_of_copies_live_on_without_those_they_were_made_of_and_after_a_reboot() {
    snapshot("one", "first");
    volumes.clone("first", "two", runAs);
    in("two", "echo two >changed; rm -r added; mkdir added; ln -s ../changed added/link");
    String before = in("two", LISTING);
    snapshot("two", "second");
    volumes.clone("second", "three", runAs);

    List.of("golden", "one", "first", "two", "second").forEach(volumes::remove);
    volumes.close();
    fixture.shutDown();
    volumes = TestStores.open(fixture.start(), runAs, setting().kind());

    assertThat(in("three", LISTING)).isEqualTo(before);
    assertThat(volumes.list()).containsExactly("three");
  }

  @Test
  void a_copy_is_writable_until_it_is_frozen_and_its_files_are_then_the_servers() throws Exception {
    volumes.copy("one", "copy");
    assertThatThrownBy(() -> volumes.clone("copy", "two", runAs))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("not frozen");
    in("copy", "echo own >owned");

    volumes.freeze("copy");

    assertThat(in("one", "ls")).doesNotContain("owned");
    Path data = volumes.path("copy").resolve("data");
    assertThat(Files.getOwner(data)).isEqualTo(Files.getOwner(volumes.path("copy")));
    if (runAs.isOtherUser()) {
      assertThat(runAs.owns(data)).isFalse();
    }
  }

  @Test
  void copies_of_copies_can_be_looked_into_however_many_lie_below() {
    String before = in("one", LISTING);
    String last = "one";
    for (int depth = 1; depth <= 5; depth++) {
      snapshot(last, "copy" + depth);
      Path shown = volumes.path("copy" + depth).resolve("data");
      assertThat(Files.isDirectory(shown)).isTrue();
      last = "made" + depth;
      volumes.clone("copy" + depth, last, runAs);
    }

    assertThat(in(last, LISTING)).isEqualTo(before);
  }

  private void snapshot(String volume, String name) {
    volumes.copy(volume, name);
    volumes.freeze(name);
  }

  private String in(String volume, String script) {
    String data = volumes.path(volume).resolve("data").toString();
    List<String> shell = List.of("sh", "-ec", "cd \"$1\"; " + script, "sh", data);
    return Tool.run(runAs.command(volumes.command(volume, shell)));
  }
}
