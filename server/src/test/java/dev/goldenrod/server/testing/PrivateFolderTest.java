package dev.goldenrod.server.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.server.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateFolderTest {
  @TempDir Path temporary;

  @Test
  void it_and_those_above_it_are_made_for_this_user_alone() throws IOException {
    Path folder = temporary.resolve("a").resolve("b");

    PrivateFolder.create(folder);

    assertThat(permissions(folder)).isEqualTo("rwx------");
    assertThat(permissions(folder.getParent())).isEqualTo("rwx------");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxrwx---", "rwx---rwx", "rwxrwxrwx"})
  void one_that_others_can_write_is_refused_before_anything_is_made(String open) throws Exception {
    Path folder = Files.createDirectory(temporary.resolve("open"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(open));

    assertThatThrownBy(() -> TestServer.run(folder, Duration.ZERO, 1))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(folder.toString())
        .hasMessageContaining("is writable by other users");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void a_link_is_refused() throws IOException {
    Path link = Files.createSymbolicLink(temporary.resolve("link"), temporary);

    assertThatThrownBy(() -> PrivateFolder.create(link))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("is a symbolic link");
  }

  private static String permissions(Path folder) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder));
  }
}
