package dev.goldenrod.dataplane.local.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.CapturedLog;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of layers that were damaged by a power failure or a full disk. */
class DamagedListsTest {
  @TempDir Path temporary;
  private final RunAs runAs = RunAs.server();
  private VolumeFixture fixture;
  private VolumeStore volumes;

  @BeforeEach
  void make_a_clone() throws IOException {
    fixture = new VolumeFixture(new VolumeTestSetup("rootless-overlay", "host"), temporary, runAs);
    volumes = open();
    Files.writeString(volumes.create("golden").resolve("data/file"), "golden");
    volumes.freeze("golden");
    Path clone = volumes.clone("golden", "clone", runAs);
    Files.writeString(clone.resolve("data/own"), "committed");
    volumes.clone("golden", "other", runAs);
  }

  @AfterEach
  void unmount() throws IOException {
    fixture.close();
  }

  private VolumeStore open() {
    return TestStores.open(fixture.start(), runAs, "rootless-overlay");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2\n", "2\n%1$s\n", "2\n%1$s\n%2$s", "%1$.5s\n%2$s\n", "\0\0\0\n"})
  void a_list_that_is_not_whole_is_told_once_and_costs_no_layer(String damage) throws IOException {
    Path list = list("clone");
    List<String> lines = Files.readAllLines(list);
    String whole = Files.readString(list);
    Files.writeString(list, damage.formatted(lines.get(1), lines.get(2)));

    String log =
        CapturedLog.of(
            () -> {
              volumes = open();
              volumes.remove("other");
            });

    assertThat(log).containsOnlyOnce("the list of layers " + list + " is damaged");
    assertThat(volumes.list()).containsExactlyInAnyOrder("golden", "clone");
    assertThat(volumes.isDamaged("clone")).isTrue();
    assertThat(volumes.isDamaged("golden")).isFalse();
    assertThatThrownBy(() -> volumes.path("clone"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("all layers are kept until the list is restored from a backup");
    Files.writeString(list, whole);
    volumes = open();
    assertThat(volumes.path("clone").resolve("data/own")).hasContent("committed");
  }

  @Test
  void a_list_that_is_missing_is_one_too() throws IOException {
    Path list = list("clone");
    String whole = Files.readString(list);
    Files.delete(list);

    assertThat(CapturedLog.of(() -> volumes = open())).containsOnlyOnce("it is missing");

    Files.writeString(list, whole);
    assertThat(open().path("clone").resolve("data/own")).hasContent("committed");
  }

  @Test
  void a_list_of_an_earlier_release_is_read() throws IOException {
    Path list = list("clone");
    List<String> lines = Files.readAllLines(list);
    Files.write(list, lines.subList(1, lines.size()));

    volumes = open();

    assertThat(volumes.path("clone").resolve("data/own")).hasContent("committed");
  }

  @Test
  void what_is_damaged_can_be_removed_and_its_layer_goes_then() throws IOException {
    Path layer = volumes.path("clone");
    Files.writeString(list("clone"), "");
    volumes = open();

    volumes.remove("clone");

    assertThat(volumes.list()).containsExactlyInAnyOrder("golden", "other");
    assertThat(layer).doesNotExist();
    assertThat(volumes.path("other")).exists();
  }

  @ParameterizedTest
  @ValueSource(strings = {".new-clone-1", ".trash-1"})
  void an_unfinished_entry_without_a_whole_list_hinders_no_start(String name) throws IOException {
    Path unfinished = Files.createDirectory(list("clone").getParent().resolveSibling(name));
    Files.writeString(unfinished.resolve("layers"), "");

    volumes = open();

    assertThat(unfinished).doesNotExist();
    assertThat(volumes.path("clone").resolve("data/own")).hasContent("committed");
  }

  private Path list(String volume) {
    return temporary.resolve("data/local/volumes").resolve(volume).resolve("layers");
  }
}
