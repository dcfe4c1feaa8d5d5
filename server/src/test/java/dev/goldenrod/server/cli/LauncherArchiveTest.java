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
    Files.createFile(share.resolve("goldenrod.jar"));
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

  private void start() throws Exception {
    start(Map.of());
  }

  /** Runs a command, which prints nothing: the archive must not be noticed. */
  private void start(Map<String, String> environment) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("sh", root.resolve("bin/goldenrod").toString(), "whoami")
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
