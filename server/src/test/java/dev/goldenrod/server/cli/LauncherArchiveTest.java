package dev.goldenrod.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the class data archive of an installed {@code goldenrod} with a fake Java program. */
class LauncherArchiveTest {
  /** Notes its arguments, and creates archives. The files broken and killed make it fail. */
  private static final String JAVA =
      """
      #!/bin/sh
      jdk=${0%/bin/java}
      echo "$*" >>"$jdk/calls"
      case "$*" in *-Xshare:dump*) ;; *) exit ;; esac
      [ ! -e "$jdk/broken" ] || exit 1
      [ ! -e "$jdk/killed" ] || kill -9 $PPID
      for word; do
        case $word in -XX:SharedArchiveFile=*) echo classes >"${word#*=}" ;; esac
      done
      """;

  @TempDir private Path root;
  private Path jar;
  private Path jdk;
  private Path folder;
  private Path archive;

  @BeforeEach
  void install() throws IOException {
    Path share = Files.createDirectories(root.resolve("share/goldenrod"));
    Files.createDirectories(root.resolve("bin"));
    Files.copy(Path.of("..", "goldenrod"), root.resolve("bin/goldenrod"));
    Files.writeString(share.resolve("release"), "1.2.3\n");
    age(Files.createFile(share.resolve("goldenrod.jar")), Duration.ofMinutes(30));
    jar = age(Files.createFile(share.resolve("goldenrod-cli.jar")), Duration.ofDays(90));
    jdk = jdk("jdk", "17.0.1");
    folder = root.resolve("home/.cache/goldenrod/classes");
    archive = folder.resolve("1.2.3-jdk-17.0.1.jsa");
  }

  @Test
  void the_first_command_creates_an_archive_that_all_commands_use() throws Exception {
    start();
    start();

    assertThat(dumps()).isEqualTo(1);
    assertThat(starts()).hasSize(2).allMatch(call -> call.contains(use(archive)));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
    assertThat(contents(folder)).containsExactly(archive);
  }

  @Test
  void a_newer_jar_is_archived_again() throws Exception {
    start();
    age(archive, Duration.ofHours(2));
    age(jar, Duration.ofHours(1));

    start();

    assertThat(dumps()).isEqualTo(2);
    assertThat(starts()).last().asString().contains(use(archive));
  }

  @Test
  void each_java_machine_has_an_archive_and_old_ones_are_removed() throws Exception {
    start();
    age(archive, Duration.ofDays(20));
    jdk = jdk("other", "25");
    start();
    assertThat(contents(folder))
        .containsExactlyInAnyOrder(archive, folder.resolve("1.2.3-other-25.jsa"));

    age(archive, Duration.ofDays(40));
    jdk = jdk("third", "25");
    start();
    assertThat(contents(folder)).hasSize(2).doesNotContain(archive);
  }

  @Test
  void the_folder_of_another_user_is_not_used() throws Exception {
    Files.createDirectories(folder);
    Files.writeString(archive, "hostile");
    giveAway(folder, Path.of("/usr"));

    start();

    assertThat(dumps()).isZero();
    assertThat(starts()).hasSize(1).noneMatch(call -> call.contains("SharedArchiveFile"));
  }

  @Test
  void the_archive_of_another_user_is_replaced() throws Exception {
    Files.createDirectories(folder);
    Files.writeString(archive, "hostile");
    giveAway(archive, Path.of("/etc/passwd"));

    start();

    assertThat(archive).hasContent("classes");
    assertThat(Files.getOwner(archive, LinkOption.NOFOLLOW_LINKS))
        .isEqualTo(Files.getOwner(folder));
    assertThat(starts()).hasSize(1).allMatch(call -> call.contains(use(archive)));
  }

  @Test
  void a_home_that_cannot_be_written_needs_no_archive() throws Exception {
    start(Map.of("HOME", "/dev/null"));
    start(Map.of("HOME", ""));

    assertThat(dumps()).isZero();
    assertThat(starts()).hasSize(2).noneMatch(call -> call.contains("SharedArchiveFile"));
  }

  @Test
  void what_cannot_be_archived_is_tried_once_a_day() throws Exception {
    Path broken = Files.createFile(jdk.resolve("broken"));
    start();
    start();
    assertThat(dumps()).isEqualTo(1);
    assertThat(starts()).hasSize(2).noneMatch(call -> call.contains("SharedArchiveFile"));

    Files.delete(broken);
    age(archive, Duration.ofHours(49));
    start();
    assertThat(dumps()).isEqualTo(2);
    assertThat(starts()).last().asString().contains(use(archive));
  }

  @Test
  void a_creation_that_was_killed_is_done_by_the_next_command() throws Exception {
    Path killed = Files.createFile(jdk.resolve("killed"));
    start();
    assertThat(starts()).hasSize(1).noneMatch(call -> call.contains("SharedArchiveFile"));
    assertThat(contents(folder)).hasSize(1).doesNotContain(archive);

    Files.delete(killed);
    start();
    assertThat(contents(folder)).containsExactly(archive);
    assertThat(starts()).last().asString().contains(use(archive));
  }

  @Test
  void a_server_without_an_archive_lists_its_classes_and_waits_for_nothing() throws Exception {
    start(Map.of(), "serve");

    String folder = this.folder.resolve("1.2.3-serve-jdk-17.0.1.jsa.") + "\\d+";
    assertThat(dumps()).isZero();
    assertThat(calls())
        .singleElement()
        .asString()
        .doesNotContain("SharedArchiveFile")
        .matches(
            ".* -XX:DumpLoadedClassList=%s/list -Dgoldenrod.archive.new=%1$s -jar .*"
                .formatted(folder));
    assertThat(contents(this.folder)).singleElement().asString().matches(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"serve", "demo", "backup"})
  void a_server_and_its_commands_use_the_archive(String word) throws Exception {
    Path servers = serversArchive("serve", "classes");

    start(Map.of(), word);

    assertThat(calls())
        .singleElement()
        .asString()
        .contains(use(servers), " -Dgoldenrod.archive=" + servers + " ")
        .doesNotContain("archive.new");
  }

  @Test
  void an_agent_has_an_archive_of_its_own() throws Exception {
    serversArchive("serve", "classes");
    start(Map.of(), "agent");
    assertThat(calls()).last().asString().contains("-agent-jdk").doesNotContain("-serve-jdk");

    Path agents = serversArchive("agent", "classes");
    start(Map.of(), "agent");
    assertThat(calls()).last().asString().contains(use(agents));
  }

  @Test
  void a_command_other_than_the_server_makes_no_archive() throws Exception {
    start(Map.of(), "backup");

    assertThat(calls()).singleElement().asString().doesNotContain("archive", "DumpLoaded");
  }

  @Test
  void the_servers_archive_of_another_user_is_not_used() throws Exception {
    Path servers = serversArchive("serve", "hostile");
    giveAway(servers, Path.of("/etc/passwd"));

    start(Map.of(), "serve");

    assertThat(calls()).singleElement().asString().doesNotContain(use(servers).strip() + " ");
    assertThat(calls()).singleElement().asString().contains("archive.new");
  }

  @Test
  void the_archive_of_an_older_server_is_not_used() throws Exception {
    Path servers = serversArchive("serve", "classes");
    age(servers, Duration.ofHours(1));

    start(Map.of(), "serve");

    assertThat(calls()).singleElement().asString().doesNotContain("SharedArchiveFile");
    assertThat(calls()).singleElement().asString().contains("archive.new");
  }

  @Test
  void while_another_server_makes_the_archive_none_is_listed_for() throws Exception {
    Path claimed = serversArchive("serve", "");

    start(Map.of(), "serve");
    assertThat(calls()).last().asString().doesNotContain("archive", "DumpLoaded");

    age(claimed, Duration.ofHours(49));
    start(Map.of(), "serve");
    assertThat(calls()).last().asString().contains("archive.new");
  }

  @Test
  void what_a_killed_server_left_is_removed() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    Path left = folder.resolve("1.2.3-serve-jdk-17.0.1.jsa." + gone.pid());
    Files.createDirectories(left);
    Files.createFile(left.resolve("jsa"));

    start(Map.of(), "serve");

    assertThat(left).doesNotExist();
  }

  private Path serversArchive(String word, String text) throws IOException {
    Files.createDirectories(folder);
    return Files.writeString(folder.resolve("1.2.3-" + word + "-jdk-17.0.1.jsa"), text);
  }

  private void start() throws Exception {
    start(Map.of());
  }

  private void start(Map<String, String> environment) throws Exception {
    start(environment, "whoami");
  }

  /** Runs a command, which prints nothing: the archive must not be noticed. */
  private void start(Map<String, String> environment, String word) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("sh", root.resolve("bin/goldenrod").toString(), word)
            .redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("XDG_"));
    builder.environment().put("HOME", root.resolve("home").toString());
    builder.environment().put("JAVA_HOME", jdk.toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    assertThat(printed).isEmpty();
  }

  private long dumps() throws IOException {
    return calls().stream().filter(call -> call.contains("-Xshare:dump")).count();
  }

  private List<String> starts() throws IOException {
    return calls().stream().filter(call -> call.endsWith(" whoami")).toList();
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(jdk.resolve("calls"));
  }

  private static String use(Path archive) {
    return " -XX:SharedArchiveFile=" + archive + " ";
  }

  private static List<Path> contents(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  /** Creates a JDK whose last folder and version are in the names of its archives. */
  private Path jdk(String name, String version) throws IOException {
    Path home = root.resolve(name);
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(java, JAVA);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"a\"\nJAVA_VERSION=\"%s\"\n".formatted(version));
    return home;
  }

  private static Path age(Path file, Duration age) throws IOException {
    return Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
  }

  /** Only root can change an owner; for others the path leads to one that belongs to root. */
  private static void giveAway(Path path, Path roots) throws IOException {
    if (System.getProperty("user.name").equals("root")) {
      UserPrincipal nobody =
          path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
      Files.setOwner(path, nobody);
    } else {
      Files.move(path, path.resolveSibling("moved"));
      Files.createSymbolicLink(path, roots);
    }
  }
}
