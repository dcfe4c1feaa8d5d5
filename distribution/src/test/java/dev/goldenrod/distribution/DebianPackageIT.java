package dev.goldenrod.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.distribution.Built.Result;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Installs, upgrades and purges the Debian package. */
@Tag("rooted")
class DebianPackageIT {
  /** Works on an overlay of this machine's root file system, so that no change persists. */
  private static final String MACHINE =
      """
      set -eu
      mkdir upper work root
      mount -t overlay overlay -o lowerdir=/,upperdir=upper,workdir=work root
      mount -t proc proc root/proc
      mount --rbind /dev root/dev
      mount -t tmpfs tmpfs root/run
      mount -t tmpfs -o mode=1777 tmpfs root/tmp
      cp package.deb before.deb package.sh root/tmp
      exec chroot root sh /tmp/package.sh /tmp/package.deb /tmp/before.deb
      """;

  @TempDir private Path folder;

  @Test
  void databases_live_through_an_upgrade_and_nothing_is_left_after_a_purge() throws Exception {
    Files.copy(Built.file("_all.deb"), folder.resolve("package.deb"));
    makeReleaseBefore();
    try (InputStream script = DebianPackageIT.class.getResourceAsStream("package.sh")) {
      Files.copy(script, folder.resolve("package.sh"));
    }

    Result walk =
        Built.run(
            folder, "unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", MACHINE);

    assertThat(walk.code()).as(walk.output()).isZero();
    assertThat(walk.output()).endsWith("all is well\n");
  }

  private void makeReleaseBefore() throws Exception {
    Result made =
        Built.run(
            folder,
            "sh",
            "-ec",
            "dpkg-deb -R package.deb before; sed -i 's/^Version:.*/Version: 0.0.9/' before/DEBIAN/control;"
                + " dpkg-deb -Znone -b before before.deb; rm -r before");
    assertThat(made.code()).as(made.output()).isZero();
  }
}
