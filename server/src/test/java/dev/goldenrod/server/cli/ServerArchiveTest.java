package dev.goldenrod.server.cli;

import static dev.goldenrod.server.cli.InstalledLauncher.age;
import static dev.goldenrod.server.cli.InstalledLauncher.giveAway;
import static dev.goldenrod.server.cli.InstalledLauncher.use;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the class data archive of an installed {@code goldenrod} that runs servers. */
class ServerArchiveTest {
  @TempDir private Path root;
  private InstalledLauncher launcher;

  @BeforeEach
  void install() throws IOException {
    launcher = new InstalledLauncher(root);
  }

  @Test
  void a_server_without_an_archive_lists_its_classes_and_waits_for_nothing() throws Exception {
    launcher.start("serve");

    String folder = launcher.folder.resolve("1.2.3-serve-jdk-17.0.1.jsa.") + "\\d+";
    assertThat(launcher.calls())
        .singleElement()
        .asString()
        .doesNotContain("SharedArchiveFile")
        .matches(
            ".* -XX:DumpLoadedClassList=%s/list -Dgoldenrod.archive.new=%1$s -jar .*"
                .formatted(folder));
    assertThat(launcher.archives()).singleElement().asString().matches(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"serve", "demo", "backup"})
  void a_server_and_its_commands_use_the_archive(String word) throws Exception {
    Path servers = serversArchive("serve", "classes");

    launcher.start(word);

    assertThat(launcher.calls())
        .singleElement()
        .asString()
        .contains(use(servers), " -Dgoldenrod.archive=" + servers + " ")
        .doesNotContain("archive.new");
  }

  @Test
  void an_agent_has_an_archive_of_its_own() throws Exception {
    serversArchive("serve", "classes");
    launcher.start("agent");
    assertThat(launcher.calls())
        .last()
        .asString()
        .contains("-agent-jdk")
        .doesNotContain("-serve-jdk");

    Path agents = serversArchive("agent", "classes");
    launcher.start("agent");
    assertThat(launcher.calls()).last().asString().contains(use(agents));
  }

  @Test
  void a_command_other_than_the_server_makes_no_archive() throws Exception {
    launcher.start("backup");

    assertThat(launcher.calls()).singleElement().asString().doesNotContain("archive", "DumpLoaded");
  }

  @Test
  void the_servers_archive_of_another_user_is_not_used() throws Exception {
    Path servers = serversArchive("serve", "hostile");
    giveAway(servers, Path.of("/etc/passwd"));

    launcher.start("serve");

    assertThat(launcher.calls())
        .singleElement()
        .asString()
        .doesNotContain(use(servers).strip() + " ");
    assertThat(launcher.calls()).singleElement().asString().contains("archive.new");
  }

  @Test
  void the_archive_of_an_older_server_is_not_used() throws Exception {
    Path servers = serversArchive("serve", "classes");
    age(servers, Duration.ofHours(1));

    launcher.start("serve");

    assertThat(launcher.calls()).singleElement().asString().doesNotContain("SharedArchiveFile");
    assertThat(launcher.calls()).singleElement().asString().contains("archive.new");
  }

  @Test
  void while_another_server_makes_the_archive_none_is_listed_for() throws Exception {
    Path claimed = serversArchive("serve", "");

    launcher.start("serve");
    assertThat(launcher.calls()).last().asString().doesNotContain("archive", "DumpLoaded");

    age(claimed, Duration.ofHours(49));
    launcher.start("serve");
    assertThat(launcher.calls()).last().asString().contains("archive.new");
  }

  @Test
  void what_a_killed_server_left_is_removed() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    Path left = launcher.folder.resolve("1.2.3-serve-jdk-17.0.1.jsa." + gone.pid());
    Files.createDirectories(left);
    Files.createFile(left.resolve("jsa"));

    launcher.start("serve");

    assertThat(left).doesNotExist();
  }

  private Path serversArchive(String word, String text) throws IOException {
    Files.createDirectories(launcher.folder);
    return Files.writeString(launcher.folder.resolve("1.2.3-" + word + "-jdk-17.0.1.jsa"), text);
  }
}
