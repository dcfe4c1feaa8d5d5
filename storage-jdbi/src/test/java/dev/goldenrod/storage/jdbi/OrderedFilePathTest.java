package dev.goldenrod.storage.jdbi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.h2.store.fs.FilePath;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that H2's moves of rows survive a power cut. Letters stand for blocks. */
class OrderedFilePathTest {
  private static final int BLOCK = 4096;

  @TempDir private Path folder;
  private UnforcedDisk disk;
  private FileChannel file;

  @BeforeEach
  void write_and_force_rows() throws IOException {
    disk = UnforcedDisk.keepingIn(folder.resolve("forced"));
    String path = folder.resolve("file").toString();
    UnforcedDiskPath.put(path, disk);
    file = FilePath.get(OrderedFilePath.prefix() + "unforced:" + path).open("rw");
    write("hhab");
    file.force(true);
  }

  @Test
  void a_place_is_written_again_when_the_disk_has_what_superseded_it() throws IOException {
    write("    A");
    write("  c");

    assertThat(keptOfUnforced()).isEqualTo("hhabA");
  }

  @Test
  void a_file_is_cut_off_when_the_disk_has_what_superseded_its_end() throws IOException {
    write("    A");
    file.truncate(3 * BLOCK);

    assertThat(keptOfUnforced()).isEqualTo("hhabA");
  }

  @Test
  void no_more_than_four_writes_wait_for_the_disk() throws IOException {
    write("    ABCD");
    write("        E");

    assertThat(keptOfUnforced()).isEqualTo("hhabABCD");
  }

  @Test
  void what_is_added_and_the_header_wait_for_nothing() throws IOException {
    int before = disk.forces();
    write("    A");
    write("     B");
    write("HH");
    assertThat(disk.forces()).isEqualTo(before);
  }

  /** Writes a block of each letter, at the letter's position in the text; spaces are skipped. */
  private void write(String letters) throws IOException {
    for (int place = 0; place < letters.length(); place++) {
      String letter = letters.substring(place, place + 1);
      if (!letter.isBlank()) {
        byte[] block = letter.repeat(BLOCK).getBytes(StandardCharsets.US_ASCII);
        file.write(ByteBuffer.wrap(block), (long) place * BLOCK);
      }
    }
  }

  /** Returns the disk's content after a cut that loses all unforced writes. */
  private String keptOfUnforced() throws IOException {
    disk.cut(
        new Random() {
          private static final long serialVersionUID = 1L;

          @Override
          public boolean nextBoolean() {
            return false;
          }
        });
    byte[] forced = Files.readAllBytes(folder.resolve("forced"));
    StringBuilder letters = new StringBuilder();
    for (int at = 0; at < forced.length; at += BLOCK) {
      letters.append((char) forced[at]);
    }
    return letters.toString();
  }
}
