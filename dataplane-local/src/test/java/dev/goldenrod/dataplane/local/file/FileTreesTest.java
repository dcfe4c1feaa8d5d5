package dev.goldenrod.dataplane.local.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class FileTreesTest {
  @TempDir Path folder;

  @Test
  void a_frozen_tree_is_deleted_and_what_its_links_lead_to_is_not() throws IOException {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Files.createFile(outside.resolve("kept"));
    Path tree = Files.createDirectories(folder.resolve("tree/data")).getParent();
    Files.createSymbolicLink(tree.resolve("data/link"), outside);
    Files.setPosixFilePermissions(tree, PosixFilePermissions.fromString("r-x------"));

    FileTrees.delete(tree);
    FileTrees.delete(tree);

    assertThat(tree).doesNotExist();
    assertThat(outside.resolve("kept")).exists();
  }

  @Test
  @Timeout(900)
  void what_cannot_be_there_is_deleted_already() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    FileTrees.delete(file.resolve("below"));
    assertThat(file).exists();

    FileTrees.delete(file);
    assertThat(file).doesNotExist();
  }

  @Test
  void a_directory_that_becomes_a_link_meanwhile_leads_nowhere() throws Exception {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    for (int i = 0; i < 100; i++) {
      Files.createFile(outside.resolve("kept-" + i));
    }
    for (int round = 0; round < 20; round++) {
      Path tree = Files.createDirectories(folder.resolve("tree/swapped")).getParent();
      AtomicBoolean done = new AtomicBoolean();
      Thread attacker = new Thread(() -> swap(tree, outside, done));
      attacker.start();
      try {
        FileTrees.delete(tree);
      } catch (DataPlaneException stillAtWork) {
        assertThat(stillAtWork).hasMessageContaining("stop the processes that use it");
      }
      done.set(true);
      attacker.join();
      FileTrees.delete(tree);
      assertThat(tree).doesNotExist();
    }

    assertThat(outside.toFile().list()).hasSize(100);
  }

  private static void swap(Path tree, Path outside, AtomicBoolean done) {
    Path swapped = tree.resolve("swapped");
    while (!done.get()) {
      try {
        Files.deleteIfExists(swapped);
        Files.createSymbolicLink(swapped, outside);
        Files.deleteIfExists(swapped);
        Files.createDirectory(swapped);
      } catch (IOException e) {
        continue;
      }
    }
  }
}
