package dev.goldenrod.dataplane.local.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.process.Tool;
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
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

final class ArchiveExtractorTest {
  @TempDir Path temporary;

  @Test
  void programs_stay_executable_and_links_stay_links() throws IOException {
    Path folder = temporary.resolve("unpacked");
    ArchiveExtractor.unpackTarXz(
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
                  ArchiveExtractor.unpackTarXz(
                      archive(entry, file("outside/passwd", 0644)), temporary.resolve("x")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("would lead outside of");
    }
    assertThat(temporary.resolve("outside")).doesNotExist();
  }

  @Test
  void no_link_leads_out_by_way_of_another_link() {
    for (String way : new String[] {"up./..", "up./../../d/..", "up/./..", "./up//.."}) {
      assertThatThrownBy(
              () ->
                  ArchiveExtractor.unpackTarXz(
                      archive(
                          link("d/up.", ".."),
                          link("d/up", ".."),
                          link("d/out", way),
                          file("d/out/outside", 0644)),
                      temporary.resolve(way.replace('/', '-'))))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("would lead outside of");
    }
    assertThat(temporary.resolve("outside")).doesNotExist();
  }

  @Test
  @EnabledIf("canPackDevices")
  void a_package_brings_no_devices_and_no_pipes() throws IOException {
    Path content = Files.createDirectories(temporary.resolve("package"));
    String make =
        """
        cd "$1"; mkdir DEBIAN; mknod disk b 8 0; mkfifo pipe; echo content >file; ln -s file link
        printf 'Package: hostile\\nVersion: 1\\nArchitecture: all\\nMaintainer: x\\nDescription: x\\n' \
          >DEBIAN/control
        dpkg-deb -b . ../hostile.deb
        """;
    Tool.run("sh", "-ec", make, "sh", content.toString());
    Path folder = temporary.resolve("unpacked");

    ArchiveExtractor.unpack(temporary.resolve("hostile.deb"), folder, path -> true);

    assertThat(Tool.run("sh", "-c", "cd \"$0\" && find . | sort", folder.toString()).lines())
        .containsExactly(".", "./file", "./link");
  }

  static boolean canPackDevices() {
    return Tool.tryRun("dpkg-deb", "--version").succeeded() && Tool.run("id", "-u").equals("0");
  }

  @Test
  void a_damaged_archive_is_refused() throws IOException {
    byte[] whole = archive(file("bin/program", 0755)).readAllBytes();
    InputStream cut = new ByteArrayInputStream(whole, 0, whole.length / 2);

    assertThatThrownBy(() -> ArchiveExtractor.unpackTarXz(cut, temporary.resolve("x")))
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
