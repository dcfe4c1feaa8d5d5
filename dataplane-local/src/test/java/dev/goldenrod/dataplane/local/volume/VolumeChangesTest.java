package dev.goldenrod.dataplane.local.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of all volume stores for renames, removals and restarts. */
@Tag("slow")
@ParameterizedClass
@MethodSource("dev.goldenrod.dataplane.local.volume.VolumeTestSetup#all")
final class VolumeChangesTest extends VolumeStoreFixture {
  @Parameter VolumeTestSetup given;

  @Override
  VolumeTestSetup setting() {
    return given;
  }

  @Test
  void a_renamed_volume_is_found_by_its_new_name_alone() throws IOException {
    golden("golden", "golden");
    volumes.clone("golden", "old", runAs);
    in("old", "echo own >own");

    volumes.rename("old", "new");
    volumes.rename("old", "new");

    assertThat(volumes.exists("old")).isFalse();
    assertThat(in("new", "cat own file")).isEqualTo("own\ngolden");
    assertThatThrownBy(() -> volumes.path("old"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("'old' does not exist");
  }

  @Test
  void a_rename_overwrites_nothing() {
    volumes.create("one");
    volumes.create("other");

    assertThatThrownBy(() -> volumes.rename("one", "other"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("'other' already exists");
    assertThatThrownBy(() -> volumes.rename("none", "neither"))
        .hasMessageContaining("'none' does not exist");
    assertThat(volumes.list()).containsExactlyInAnyOrder("one", "other");
  }

  @Test
  void a_removed_volume_leaves_nothing_and_its_name_is_free() throws IOException {
    golden("golden", "golden");
    volumes.clone("golden", "clone", runAs);

    volumes.remove("clone");
    volumes.remove("clone");
    volumes.remove("golden");

    assertThat(volumes.list()).isEmpty();
    assertThat(volumes.exists("clone")).isFalse();
    assertThat(leftovers()).isEmpty();
    assertThat(volumes.create("clone").resolve("data")).isEmptyDirectory();
  }

  @Test
  void what_is_renamed_while_others_are_removed_keeps_its_data() throws Exception {
    golden("golden", "golden");
    CompletableFuture<Void> removals =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < 30; i++) {
                volumes.create("other");
                volumes.remove("other");
              }
            });

    while (!removals.isDone()) {
      volumes.rename("golden", "renamed");
      volumes.rename("renamed", "golden");
    }

    removals.get();
    volumes.clone("golden", "clone", runAs);
    assertThat(in("clone", "cat file")).isEqualTo("golden");
  }

  @Test
  void volumes_outlive_the_server_and_the_machine() throws IOException {
    golden("golden", "golden");
    volumes.clone("golden", "clone", runAs);
    in("clone", "echo changed >file");
    String description = volumes.description();

    volumes.close();
    volumes = open();
    assertThat(in("clone", "cat file")).isEqualTo("changed");
    restart();

    assertThat(volumes.description()).isEqualTo(description);
    assertThat(volumes.list()).containsExactlyInAnyOrder("golden", "clone");
    assertThat(in("clone", "cat file")).isEqualTo("changed");
    volumes.clone("golden", "another", runAs);
    assertThat(in("another", "cat file")).isEqualTo("golden");
  }

  @Test
  void what_a_kill_left_half_made_or_half_deleted_is_gone_after_the_next_start()
      throws IOException {
    golden("golden", "golden");
    volumes.clone("golden", "clone", runAs);
    volumes.clone("golden", "half-made", runAs);
    volumes.clone("golden", "half-deleted", runAs);
    restart();
    Path folder = root.volumes();
    Files.move(folder.resolve("half-made"), folder.resolve(".new-half-made-1"));
    Files.move(folder.resolve("half-deleted"), folder.resolve(".trash-half-deleted-1"));
    assertThat(volumes.list()).containsExactlyInAnyOrder("golden", "clone");

    volumes = open();

    assertThat(leftovers()).isEmpty();
    assertThat(volumes.list()).containsExactlyInAnyOrder("golden", "clone");
    assertThat(in("clone", "cat file")).isEqualTo("golden");
  }

  @Test
  void a_clone_is_known_as_unflushed_until_it_is_flushed_or_frozen() throws IOException {
    golden("golden", "golden");
    volumes.clone("golden", "clone", runAs);
    volumes.clone("golden", "flushed", runAs);
    volumes.force("flushed");
    volumes.clone("golden", "frozen", runAs);
    volumes.freeze("frozen");
    volumes.copy("clone", "copy", Runnable::run);

    volumes.close();
    volumes = open();

    assertThat(volumes.list().stream().filter(volumes::isUnflushed)).containsExactly("clone");
    assertThat(in("clone", "cat file")).isEqualTo("golden");
    volumes.remove("clone");
    assertThat(volumes.exists("clone")).isFalse();
  }

  @Test
  void purging_leaves_neither_files_nor_mounts() throws IOException {
    golden("golden", "golden");
    volumes.clone("golden", "clone", runAs);

    volumes.purge();

    assertThat(root.volumes()).doesNotExist();
    assertThat(root.path().resolve("volumes.xfs")).doesNotExist();
    assertThat(Mounts.below(root.volumes())).isEmpty();
  }
}
