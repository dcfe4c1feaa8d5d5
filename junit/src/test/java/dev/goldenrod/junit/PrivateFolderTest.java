package dev.goldenrod.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

class PrivateFolderTest {
  private static final int STICKY_AND_OPEN = 01777;
  private static final int SOMEBODY = 65534;

  @TempDir private Path parent;
  private Path folder;

  @BeforeEach
  void name_it() {
    folder = parent.resolve("goldenrod").resolve("1.0");
  }

  @Test
  void it_is_made_for_its_owner_alone() throws IOException {
    Path made = PrivateFolder.create(folder);

    assertThat(made).isEqualTo(folder.toRealPath()).isEmptyDirectory();
    assertThat(mode(made)).isEqualTo("rwx------");
    assertThat(mode(made.getParent())).isEqualTo("rwx------");
  }

  @Test
  void one_that_others_can_write_is_refused_before_anything_is_run() throws IOException {
    Files.createDirectories(folder);
    open(folder, "rwxrwxrwx");

    assertThatThrownBy(() -> BackgroundServer.of(folder, Duration.ZERO))
        .isInstanceOf(GoldenrodException.class)
        .hasMessageContaining(folder + " is writable by other users")
        .hasMessageContaining("XDG_CACHE_HOME");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void so_is_one_in_a_folder_in_which_others_can_swap_it() throws IOException {
    Files.createDirectories(folder);
    open(folder.getParent(), "rwxrwxrwx");

    assertThatThrownBy(() -> PrivateFolder.create(folder))
        .isInstanceOf(GoldenrodException.class)
        .hasMessageContaining(folder.getParent() + " is writable by all users");
  }

  @Test
  void where_all_may_write_but_swap_only_what_is_theirs_it_is_safe() throws IOException {
    Files.setAttribute(parent, "unix:mode", STICKY_AND_OPEN);

    assertThat(PrivateFolder.create(folder)).isEmptyDirectory();
  }

  @Test
  void a_link_is_refused() throws IOException {
    Files.createDirectories(folder.getParent());
    Files.createSymbolicLink(folder, Files.createDirectory(parent.resolve("elsewhere")));

    assertThatThrownBy(() -> PrivateFolder.create(folder))
        .isInstanceOf(GoldenrodException.class)
        .hasMessageContaining(folder + " is a symbolic link");
  }

  @Test
  @EnabledIf("isRoot")
  void so_is_one_below_a_folder_of_another_user() throws IOException {
    Files.createDirectories(folder);
    Files.setAttribute(folder.getParent(), "unix:uid", SOMEBODY);

    assertThatThrownBy(() -> PrivateFolder.create(folder))
        .isInstanceOf(GoldenrodException.class)
        .hasMessageContaining(folder.getParent() + " belongs to another user");
  }

  /** Only root may change the owner of a folder. */
  static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private static void open(Path folder, String mode) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(mode));
  }

  private static String mode(Path folder) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder));
  }
}
