package dev.goldenrod.dataplane.local.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

final class ArchivesTest {
  @TempDir Path temporary;

  @Test
  void programs_stay_executable_and_links_stay_links() throws IOException {
    Path folder = temporary.resolve("unpacked");
    Archives.unpackTarXz(
        archive(file("bin/program", 0755), file("share/text", 0600), link("lib/so", "so.1")),
        folder);

    assertThat(folder.resolve("bin/program")).isExecutable().hasContent("content");
    assertThat(Files.getPosixFilePermissions(folder.resolve("share/text"))).hasSize(4);
    assertThat(folder.resolve("share/text").toFile().canExecute()).isFalse();
    assertThat(Files.readSymbolicLink(folder.resolve("lib/so"))).hasToString("so.1");
  }

  @Test
  void nothing_is_written_outside_of_the_folder() {
    for (TarArchiveEntry entry :
        new TarArchiveEntry[] {
          file("../outside", 0644),
          file("a/../../outside", 0644),
          link("outside", "/etc"),
          link("a/outside", "../../etc"),
          link("a/outside", "b/../../../etc")
        }) {
      assertThatThrownBy(
              () ->
                  Archives.unpackTarXz(
                      archive(entry, file("outside/passwd", 0644)), temporary.resolve("x")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("would lead out of");
    }
    assertThat(temporary.resolve("outside")).doesNotExist();
  }

  @Test
  void a_damaged_archive_is_refused() throws IOException {
    byte[] whole = archive(file("bin/program", 0755)).readAllBytes();
    InputStream cut = new ByteArrayInputStream(whole, 0, whole.length / 2);

    assertThatThrownBy(() -> Archives.unpackTarXz(cut, temporary.resolve("x")))
        .isInstanceOf(IOException.class);
  }

  private static TarArchiveEntry file(String name, int mode) {
    TarArchiveEntry entry = new TarArchiveEntry(name, true);
    entry.setMode(mode);
    entry.setSize("content".length());
    return entry;
  }

  private static TarArchiveEntry link(String name, String target) {
    TarArchiveEntry entry = new TarArchiveEntry(name, TarConstants.LF_SYMLINK);
    entry.setLinkName(target);
    return entry;
  }

  private static InputStream archive(TarArchiveEntry... entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(new XZOutputStream(bytes, new LZMA2Options()))) {
      for (TarArchiveEntry entry : entries) {
        tar.putArchiveEntry(entry);
        if (entry.isFile() && !entry.isSymbolicLink()) {
          tar.write("content".getBytes());
        }
        tar.closeArchiveEntry();
      }
    }
    return new ByteArrayInputStream(bytes.toByteArray());
  }
}
