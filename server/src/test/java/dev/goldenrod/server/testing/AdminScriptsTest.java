package dev.goldenrod.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminScriptsTest {
  @TempDir private Path home;

  @Test
  void no_other_user_can_lay_a_script_down_whatever_the_umask() throws IOException {
    Path folder = Files.createDirectory(home.resolve("scripts"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    Files.writeString(folder.resolve(UUID.randomUUID() + ".sql"), "drop table a");
    List<String> ran = new ArrayList<>();
    AdminScripts scripts = new AdminScripts(folder, (database, script) -> ran.add(script));

    scripts.clear();
    scripts.run();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
    assertThat(ran).isEmpty();
  }
}
