package dev.goldenrod.dataplane.local.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SparseCopyTest {
  private static final FileTime MODIFIED =
      FileTime.from(Instant.parse("2021-02-03T04:05:06.123456789Z"));
  private static final FileTime READ = FileTime.from(Instant.parse("2022-03-04T05:06:07Z"));

  private final Map<Path, Long> ends = new HashMap<>();
  @TempDir Path temporary;
  private Path from;
  private Path to;

  @BeforeEach
  void make_the_directories() throws IOException {
    from = Files.createDirectory(temporary.resolve("from"));
    to = Files.createDirectory(temporary.resolve("to"));
  }

  @Test
  void modes_and_times_are_kept_of_files_and_of_the_directories_on_the_way() throws IOException {
    Path folder = Files.createDirectories(from.resolve("base/5"));
    Files.writeString(folder.resolve("one"), "rows");
    Files.writeString(folder.resolve("other"), "more");
    date(folder.resolve("one"), "r--r-----");
    date(folder.resolve("other"), "rwx--x--x");
    date(folder, "r-xr-x---");
    date(from.resolve("base"), "rwxr-x---");

    copy("base/5/one", "base/5/other");

    assertThat(to.resolve("base/5/one")).hasContent("rows");
    assertThat(to.resolve("base/5/other")).hasContent("more");
    for (String path : List.of("base", "base/5", "base/5/one", "base/5/other")) {
      assertThat(attributes(to, path)).as(path).isEqualTo(attributes(from, path));
    }
  }

  @Test
  void other_files_stay_behind() throws IOException {
    Files.createDirectory(from.resolve("base"));
    Files.writeString(from.resolve("base/one"), "rows");
    Files.writeString(from.resolve("base/other"), "rows");

    copy("base/one", "base/missing", "missing/file");

    assertThat(to.resolve("base")).isDirectoryNotContaining("glob:**/{other,missing}");
    assertThat(to.resolve("missing")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0",
    "3, 0, 3",
    "65536, 0, 65536",
    "65537, 65536, 65537",
    "1000000, 200000, 300001",
    "1000001, 999999, 1000001",
    "400000, 0, 0"
  })
  void a_file_with_data_in_any_place_is_copied_whole(int size, int begin, int end)
      throws IOException {
    write("file", size, begin, end);

    copy("file");

    assertThat(to.resolve("file")).hasSameBinaryContentAs(from.resolve("file"));
  }

  @Test
  void the_zeros_of_a_segment_take_no_room_whether_they_are_a_hole_or_not() throws IOException {
    write("hole", 16 << 20, 8192, 24_576);
    Files.write(from.resolve("zeros"), new byte[16 << 20]);

    copy("hole", "zeros");

    assertThat(to.resolve("hole")).hasSameBinaryContentAs(from.resolve("hole"));
    assertThat(to.resolve("zeros")).hasSize(16 << 20);
    assertThat(kibibytes(to.resolve("hole"))).isLessThanOrEqualTo(128);
    assertThat(kibibytes(to.resolve("zeros"))).isLessThanOrEqualTo(64);
  }

  @Test
  void the_zeros_at_an_end_are_read_once_and_the_next_copy_is_the_same() throws IOException {
    write("segment", 16 << 20, 200_000, 300_000);
    write("whole", 100_000, 0, 100_000);
    copy("segment", "whole");

    to = Files.createDirectory(temporary.resolve("next"));
    copy("segment", "whole");

    assertThat(ends).containsExactly(Map.entry(from.resolve("segment"), 5L * 65_536));
    assertThat(to.resolve("segment")).hasSameBinaryContentAs(from.resolve("segment"));
    assertThat(to.resolve("whole")).hasSameBinaryContentAs(from.resolve("whole"));
  }

  @Test
  void no_link_is_followed_on_either_side() throws IOException {
    Path secret = Files.createDirectory(temporary.resolve("elsewhere"));
    Files.writeString(secret.resolve("file"), "secret");
    Files.createSymbolicLink(from.resolve("folder"), secret);
    Files.createSymbolicLink(from.resolve("file"), secret.resolve("file"));
    Files.writeString(from.resolve("kept"), "rows");
    Files.createSymbolicLink(to.resolve("kept"), secret.resolve("kept"));

    copy("folder/file", "file");

    assertThat(to.resolve("folder")).doesNotExist();
    assertThat(to.resolve("file")).doesNotExist();
    assertThatThrownBy(() -> copy("kept")).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(secret.resolve("kept")).doesNotExist();
  }

  private void copy(String... files) throws IOException {
    new SparseCopy(from, to, ends).copy(List.of(files));
  }

  private void write(String name, int size, int begin, int end) throws IOException {
    byte[] data = new byte[end - begin];
    new Random(7).nextBytes(data);
    try (RandomAccessFile file = new RandomAccessFile(from.resolve(name).toFile(), "rw")) {
      file.setLength(size);
      file.seek(begin);
      file.write(data);
    }
  }

  private static void date(Path path, String mode) throws IOException {
    Files.getFileAttributeView(path, BasicFileAttributeView.class).setTimes(MODIFIED, READ, null);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  private static List<Object> attributes(Path folder, String path) throws IOException {
    BasicFileAttributes times =
        Files.readAttributes(folder.resolve(path), BasicFileAttributes.class);
    Object mode = Files.getAttribute(folder.resolve(path), "unix:mode", LinkOption.NOFOLLOW_LINKS);
    return List.of(times.lastModifiedTime(), mode);
  }

  private static long kibibytes(Path file) {
    return Long.parseLong(Tool.run("du", "-k", file.toString()).split("\\s")[0]);
  }
}
