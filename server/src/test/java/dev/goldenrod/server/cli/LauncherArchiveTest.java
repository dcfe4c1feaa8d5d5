package dev.goldenrod.server.cli;

import static dev.goldenrod.server.cli.InstalledLauncher.age;
import static dev.goldenrod.server.cli.InstalledLauncher.giveAway;
import static dev.goldenrod.server.cli.InstalledLauncher.use;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the class data archive of an installed {@code goldenrod} that runs commands. */
class LauncherArchiveTest {
  @TempDir private Path root;
  private InstalledLauncher launcher;
  private Path archive;

  @BeforeEach
  void install() throws IOException {
    launcher = new InstalledLauncher(root);
    archive = launcher.folder.resolve("1.2.3-jdk-17.0.1.jsa");
  }

  @Test
  void the_first_command_creates_an_archive_that_all_commands_use() throws Exception {
    launcher.start("whoami");
    launcher.start("whoami");

    assertThat(dumps()).isEqualTo(1);
    assertThat(starts()).hasSize(2).allMatch(call -> call.contains(use(archive)));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(launcher.folder)))
        .isEqualTo("rwx------");
    assertThat(launcher.archives()).containsExactly(archive);
  }

  @Test
  void a_newer_jar_is_archived_again() throws Exception {
    launcher.start("whoami");
    age(archive, Duration.ofHours(2));
    age(launcher.jar, Duration.ofHours(1));

    launcher.start("whoami");

    assertThat(dumps()).isEqualTo(2);
    assertThat(starts()).last().asString().contains(use(archive));
  }

  @Test
  void each_java_machine_has_an_archive_and_old_ones_are_removed() throws Exception {
    launcher.start("whoami");
    age(archive, Duration.ofDays(20));
    launcher.useJdk("other", "25");
    launcher.start("whoami");
    assertThat(launcher.archives())
        .containsExactlyInAnyOrder(archive, launcher.folder.resolve("1.2.3-other-25.jsa"));

    age(archive, Duration.ofDays(40));
    launcher.useJdk("third", "25");
    launcher.start("whoami");
    assertThat(launcher.archives()).hasSize(2).doesNotContain(archive);
  }

  @Test
  void the_folder_of_another_user_is_not_used() throws Exception {
    Files.createDirectories(launcher.folder);
    Files.writeString(archive, "hostile");
    giveAway(launcher.folder, Path.of("/usr"));

    launcher.start("whoami");

    assertThat(dumps()).isZero();
    assertThat(starts()).hasSize(1).noneMatch(call -> call.contains("SharedArchiveFile"));
  }

  @Test
  void the_archive_of_another_user_is_replaced() throws Exception {
    Files.createDirectories(launcher.folder);
    Files.writeString(archive, "hostile");
    giveAway(archive, Path.of("/etc/passwd"));

    launcher.start("whoami");

    assertThat(archive).hasContent("classes");
    assertThat(Files.getOwner(archive, LinkOption.NOFOLLOW_LINKS))
        .isEqualTo(Files.getOwner(launcher.folder));
    assertThat(starts()).hasSize(1).allMatch(call -> call.contains(use(archive)));
  }

  @Test
  void a_home_that_cannot_be_written_needs_no_archive() throws Exception {
    launcher.start("whoami", Map.of("HOME", "/dev/null"));
    launcher.start("whoami", Map.of("HOME", ""));

    assertThat(dumps()).isZero();
    assertThat(starts()).hasSize(2).noneMatch(call -> call.contains("SharedArchiveFile"));
  }

  @Test
  void what_cannot_be_archived_is_tried_once_a_day() throws Exception {
    Path broken = launcher.makeJdkFail("broken");
    launcher.start("whoami");
    launcher.start("whoami");
    assertThat(dumps()).isEqualTo(1);
    assertThat(starts()).hasSize(2).noneMatch(call -> call.contains("SharedArchiveFile"));

    Files.delete(broken);
    age(archive, Duration.ofHours(49));
    launcher.start("whoami");
    assertThat(dumps()).isEqualTo(2);
    assertThat(starts()).last().asString().contains(use(archive));
  }

  @Test
  void a_creation_that_was_killed_is_done_by_the_next_command() throws Exception {
    Path killed = launcher.makeJdkFail("killed");
    launcher.start("whoami");
    assertThat(starts()).hasSize(1).noneMatch(call -> call.contains("SharedArchiveFile"));
    assertThat(launcher.archives()).hasSize(1).doesNotContain(archive);

    Files.delete(killed);
    launcher.start("whoami");
    assertThat(launcher.archives()).containsExactly(archive);
    assertThat(starts()).last().asString().contains(use(archive));
  }

  private long dumps() throws IOException {
    return launcher.calls().stream().filter(call -> call.contains("-Xshare:dump")).count();
  }

  private List<String> starts() throws IOException {
    return launcher.calls().stream().filter(call -> call.endsWith(" whoami")).toList();
  }
}
