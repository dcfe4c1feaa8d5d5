package dev.goldenrod.dataplane.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountInfoTest {
  private static final String OURS =
      "30 1 7:0 / /var/lib/golden\\040rod/volumes rw - xfs /dev/loop0 rw,prjquota\n";

  @TempDir Path folder;

  @Test
  void mounts_of_other_users_with_odd_names_hide_no_other_mount() throws IOException {
    ByteArrayOutputStream table = new ByteArrayOutputStream();
    table.write(ascii("29 1 0:40 / /home/other/a\rb rw - fuse.odd odd rw\n"));
    table.write(ascii("29 1 0:40 / /home/other/"));
    table.write(0xff);
    table.write(ascii(" rw - fuse.odd odd rw\n"));
    table.write(ascii("29 1 0:40 / /home/other/\0 rw - fuse.odd odd rw\n"));
    table.write(ascii(OURS));
    Path file = Files.write(folder.resolve("mountinfo"), table.toByteArray());

    assertThat(MountInfo.read(file))
        .last()
        .satisfies(
            mount -> {
              assertThat(mount.point()).isEqualTo(Path.of("/var/lib/golden rod/volumes"));
              assertThat(mount.type()).isEqualTo("xfs");
              assertThat(mount.options()).containsExactly("rw", "prjquota");
            });
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
