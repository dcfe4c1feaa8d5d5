package dev.goldenrod.dataplane.local.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.archive.SnapshotTar.ArchivedFile;
import dev.goldenrod.dataplane.archive.SnapshotTar.ArchivedFile.Kind;
import dev.goldenrod.dataplane.archive.SnapshotTar.FilePieces.Piece;
import dev.goldenrod.dataplane.local.snapshot.ArchiveVolumes.LocalTarget;
import dev.goldenrod.dataplane.local.snapshot.LocalArchives.SnapshotFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalArchivesFilesTest {
  @TempDir Path folder;

  @Test
  void files_folders_and_all_else_are_told_apart_and_no_link_is_followed() throws Exception {
    Files.writeString(folder.resolve("one"), "one");
    Files.createDirectory(folder.resolve("folder"));
    Files.createSymbolicLink(folder.resolve("passwd"), Path.of("/etc/passwd"));
    SnapshotFiles files = files("one", "folder", "passwd");

    assertThat(files.kinds())
        .isEqualTo(
            Map.of(
                "one", new ArchivedFile(Kind.PLAIN, 3),
                "folder", new ArchivedFile(Kind.FOLDER, 0),
                "passwd", new ArchivedFile(Kind.OTHER, 0)));
    assertThatThrownBy(() -> read(files, "passwd", 0, 1)).isInstanceOf(IOException.class);
  }

  @Test
  void a_piece_is_read_from_where_it_is() throws Exception {
    Files.writeString(folder.resolve("one"), "0123456789");

    assertThat(read(files("one"), "one", 3, 4)).isEqualTo("3456");
    assertThatThrownBy(() -> read(files("one"), "one", 3, 8)).hasMessageContaining("shorter");
  }

  @Test
  void what_comes_in_is_readable_for_its_user_alone_and_written_over_nothing() throws Exception {
    LocalTarget target = new LocalTarget(folder.resolve("to"), 1000);
    target.makeFolder("");
    target.makeFolder("base");
    try (WritableByteChannel file = target.makeFile("base/one", 3)) {
      file.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
    }

    assertThat(folder.resolve("to/base/one")).hasBinaryContent(new byte[] {1, 2, 3});
    assertThat(permissions("to")).isEqualTo("rwx------");
    assertThat(permissions("to/base")).isEqualTo("rwx------");
    assertThat(permissions("to/base/one")).isEqualTo("rw-------");
    assertThatThrownBy(() -> target.makeFile("base/one", 3))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(target.room().bytes()).isEqualTo(1000);
  }

  private SnapshotFiles files(String... names) {
    TreeMap<String, Path> files = new TreeMap<>();
    for (String name : names) {
      files.put(name, folder.resolve(name));
    }
    return new SnapshotFiles(files);
  }

  private static String read(SnapshotFiles files, String path, long position, int length)
      throws IOException {
    ByteBuffer target = ByteBuffer.allocate(length);
    files.read(List.of(new Piece(path, position, target)));
    return new String(target.array(), StandardCharsets.US_ASCII);
  }

  private String permissions(String name) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name)));
  }
}
