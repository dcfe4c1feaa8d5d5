package dev.goldenrod.dataplane.local.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.process.RunAs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The durability of volumes in a power failure, on every kind of volumes on a disk. */
@ParameterizedClass
@MethodSource("onDisks")
@EnabledIf("dev.goldenrod.dataplane.local.volume.HostileVolumesTest#isRoot")
class PowerFailureTest {
  @Parameter VolumeTestSetup setting;
  @TempDir Path temporary;
  private RunAs runAs;
  private VolumeFixture fixture;
  private VolumeStore volumes;

  static Stream<VolumeTestSetup> onDisks() {
    return VolumeTestSetup.all().stream()
        .filter(setting -> List.of("xfs", "ext4").contains(setting.fileSystem()))
        .filter(setting -> !setting.kind().equals("xfs-image"));
  }

  @BeforeEach
  void make_a_golden() throws IOException {
    runAs = setting.user();
    fixture = new VolumeFixture(setting, temporary, runAs);
    open();
    Path golden = volumes.create("making");
    Files.writeString(golden.resolve("golden.json"), "{}");
    Files.writeString(golden.resolve("data/file"), "golden");
    volumes.freeze("making");
    volumes.rename("making", "golden");
  }

  @AfterEach
  void unmount() throws IOException {
    fixture.close();
  }

  @Test
  void a_golden_keeps_its_name_and_stays_frozen() {
    cutPower();

    assertThat(volumes.list()).containsExactly("golden");
    assertThat(volumes.isFrozen("golden")).isTrue();
    assertThat(volumes.path("golden").resolve("data/file")).hasContent("golden");
  }

  @Test
  void a_clone_that_was_waited_for_is_whole() {
    volumes.clone("golden", "clone", runAs);
    volumes.force("clone");

    cutPower();

    assertThat(volumes.isUnflushed("clone")).isFalse();
    assertThat(volumes.isDamaged("clone")).isFalse();
    assertThat(volumes.path("clone").resolve("golden.json")).hasContent("{}");
    assertThat(volumes.size("clone")).isEqualTo("golden".length());
  }

  @Test
  void a_clone_that_nobody_waited_for_is_known_as_unflushed_or_not_there() {
    volumes.clone("golden", "clone", runAs);

    cutPower();

    assertThat(volumes.exists("clone") && !volumes.isUnflushed("clone")).isFalse();
    volumes.remove("clone");
    assertThat(volumes.list()).containsExactly("golden");
    assertThat(volumes.path("golden").resolve("data/file")).hasContent("golden");
  }

  private void cutPower() {
    volumes.close();
    fixture.cutPower();
    open();
  }

  private void open() {
    volumes = TestStores.open(fixture.start(), runAs, setting.kind());
  }
}
