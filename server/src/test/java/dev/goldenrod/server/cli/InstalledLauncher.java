package dev.goldenrod.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** An installed {@code goldenrod} of release 1.2.3 with a fake Java program. */
final class InstalledLauncher {
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

  /** The jar of the command line. */
  final Path jar;

  /** The folder of the class data archives. */
  final Path folder;

  private final Path root;
  private Path jdk;

  InstalledLauncher(Path root) throws IOException {
    this.root = root;
    Path share = Files.createDirectories(root.resolve("share/goldenrod"));
    Files.createDirectories(root.resolve("bin"));
    Files.copy(Path.of("..", "goldenrod"), root.resolve("bin/goldenrod"));
    Files.writeString(share.resolve("release"), "1.2.3\n");
    age(Files.createFile(share.resolve("goldenrod.jar")), Duration.ofMinutes(30));
    jar = age(Files.createFile(share.resolve("goldenrod-cli.jar")), Duration.ofDays(90));
    folder = root.resolve("home/.cache/goldenrod/classes");
    useJdk("jdk", "17.0.1");
  }

  /** Uses a new JDK, whose last folder and version are in the names of its archives. */
  void useJdk(String name, String version) throws IOException {
    jdk = root.resolve(name);
    Path java = Files.createDirectories(jdk.resolve("bin")).resolve("java");
    Files.writeString(java, JAVA);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(
        jdk.resolve("release"), "IMPLEMENTOR=\"a\"\nJAVA_VERSION=\"%s\"\n".formatted(version));
  }

  /** Makes the JDK fail, {@code broken} or {@code killed}, until the returned file is deleted. */
  Path makeJdkFail(String how) throws IOException {
    return Files.createFile(jdk.resolve(how));
  }

  void start(String word) throws Exception {
    start(word, Map.of());
  }

  /** Runs a command, which prints nothing: the archive must not be noticed. */
  void start(String word, Map<String, String> environment) throws Exception {
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

  /** Returns the arguments of each start of the JDK. */
  List<String> calls() throws IOException {
    return Files.readAllLines(jdk.resolve("calls"));
  }

  List<Path> archives() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  /** Returns the argument with which the JDK uses the archive. */
  static String use(Path archive) {
    return " -XX:SharedArchiveFile=" + archive + " ";
  }

  static Path age(Path file, Duration age) throws IOException {
    return Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
  }

  /** Only root can change an owner; for others the path leads to one that belongs to root. */
  static void giveAway(Path path, Path roots) throws IOException {
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
