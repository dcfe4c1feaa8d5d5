package dev.goldenrod.dataplane.local.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.CapturedLog;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

final class VolumeStoresTest {
  private final RunAs runAs = RunAs.detect();
  @TempDir Path temporary;
  private VolumeFixture fixture;
  private LocalRoot root;

  @BeforeEach
  void openRoot() {
    fixture = new VolumeFixture(new VolumeTestSetup("any", "host"), temporary, runAs);
    root = fixture.start();
  }

  @AfterEach
  void unmount() throws IOException {
    fixture.close();
  }

  @Test
  void the_best_kind_that_works_here_is_found_and_remembered() throws IOException {
    String first = VolumeStores.open(root, runAs, null).description();

    assertThat(VolumeStores.open(root, runAs, null).description()).isEqualTo(first);
    assertThat(root.path().resolve("volume-store")).exists();
  }

  @Test
  void volumes_of_one_kind_are_not_opened_as_another() {
    VolumeStores.open(root, runAs, "copy").create("one");

    assertThatThrownBy(() -> VolumeStores.open(root, runAs, "reflink"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("of the kind 'copy'")
        .hasMessageContaining("cannot be opened as 'reflink'");
    assertThat(VolumeStores.open(root, runAs, null).list()).containsExactly("one");
  }

  @Test
  void a_store_without_volumes_may_become_another_kind() {
    VolumeStores.open(root, runAs, "copy").create("one");
    VolumeStores.open(root, runAs, "copy").purge();

    assertThat(VolumeStores.open(root, runAs, null).list()).isEmpty();
  }

  @Test
  void that_every_clone_is_a_full_copy_is_told_to_who_serves_and_not_to_who_removes() {
    VolumeStores.open(root, runAs, "copy").create("one");

    assertThat(CapturedLog.of(() -> VolumeStores.open(root, runAs, null)))
        .contains("no copy-on-write");
    assertThat(CapturedLog.of(() -> VolumeStores.openForRemoval(root, runAs))).isEmpty();
    assertThat(VolumeStores.open(root, runAs, null).isCopyOnWrite()).isFalse();
  }

  @Test
  @EnabledIf("dev.goldenrod.dataplane.local.volume.HostileVolumesTest#isRoot")
  void volumes_that_an_earlier_build_copied_by_reflinks_are_copied_further() throws IOException {
    VolumeContext image = XfsImage.mount(new VolumeContext(root, runAs));
    VolumeStore copies = new DirectoryVolumes(image, CopyMethod.REFLINKS);
    Files.writeString(copies.create("golden").resolve("data/file"), "rows");
    copies.freeze("golden");
    Files.writeString(root.path().resolve("volume-store"), "xfs-image");

    VolumeStore volumes = VolumeStores.open(root, runAs, null);

    assertThat(volumes.description()).startsWith("reflinks on an XFS image");
    assertThat(volumes.isCopyOnWrite()).isTrue();
    assertThat(volumes.clone("golden", "clone", runAs).resolve("data/file")).hasContent("rows");
    volumes.remove("clone");
    volumes.remove("golden");
    assertThat(VolumeStores.open(root, runAs, "xfs-image").description())
        .startsWith("overlays on an XFS image");
    volumes.purge();
  }

  @Test
  void a_kind_that_is_not_possible_any_more_is_named() throws IOException {
    VolumeStores.open(root, runAs, "copy").create("one");
    Files.writeString(root.path().resolve("volume-store"), "btrfs");

    assertThatThrownBy(() -> VolumeStores.open(root, runAs, null))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("of the kind 'btrfs', which is no longer possible")
        .hasMessageContaining("btrfs snapshots are not possible on");
  }

  @Test
  void an_unknown_kind_is_refused_with_the_known_ones() {
    assertThatThrownBy(() -> VolumeStores.open(root, runAs, "zfs"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessage(
            "'zfs' is not a kind of volumes; use one of btrfs, rootless-overlay, reflink, xfs-image, overlay, copy");
  }
}
