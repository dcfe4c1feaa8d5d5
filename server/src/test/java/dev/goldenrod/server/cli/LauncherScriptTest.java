package dev.goldenrod.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the script {@code ./goldenrod} in a checkout with fake Maven and Java programs. */
class LauncherScriptTest {
  private static final Duration PATIENCE = Duration.ofMinutes(8);
  private static final List<String> TOOLS =
      List.of(
          "sh",
          "cat",
          "dirname",
          "find",
          "grep",
          "head",
          "ln",
          "mkdir",
          "mv",
          "ps",
          "readlink",
          "rm",
          "sed",
          "sleep",
          "touch");

  /** A fake Maven that completes the build when the file {@code go} exists. */
  private static final String MVN =
      """
      #!/bin/sh
      cd "$(dirname "$0")/.."
      echo began >>builds
      echo "$*" >>arguments
      until [ -e go ]; do sleep 0.02; done
      mkdir -p cli/target
      touch server/target/goldenrod.jar cli/target/goldenrod-cli.jar
      """;

  @TempDir private Path checkout;

  private final List<Process> started = new ArrayList<>();

  /** Kills the processes that a failed test left waiting. */
  @AfterEach
  void end_what_still_waits() {
    started.forEach(
        process -> {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
          process.destroyForcibly();
        });
  }

  @BeforeEach
  void a_fresh_checkout() throws IOException {
    for (String file :
        List.of(
            "pom.xml",
            "bom/pom.xml",
            "server/pom.xml",
            "server/src/main/Main.java",
            "cli/pom.xml")) {
      Files.createDirectories(checkout.resolve(file).getParent());
      Files.createFile(checkout.resolve(file));
    }
    Files.copy(Path.of("..", "goldenrod"), checkout.resolve("goldenrod"));
    program("jdk/bin/java", "#!/bin/sh\necho ran \"$@\"\n");
    program("jdk/bin/javac", "#!/bin/sh\n");
    Files.writeString(checkout.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
    program("bin/mvn", MVN);
    for (String tool : TOOLS) {
      Files.createSymbolicLink(checkout.resolve("bin").resolve(tool), installed(tool));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void the_second_of_two_waits_for_the_build_of_the_first(boolean hasFlock) throws Exception {
    if (hasFlock) {
      Files.createSymbolicLink(checkout.resolve("bin/flock"), installed("flock"));
    }
    Process first = start("first");
    await().atMost(PATIENCE).until(() -> Files.exists(checkout.resolve("builds")));
    Process second = start("second");
    await().atMost(PATIENCE).until(() -> said("second").contains("waiting for another build"));

    Files.createFile(checkout.resolve("go"));

    assertThat(first.waitFor()).isZero();
    assertThat(second.waitFor()).isZero();
    assertThat(said("first")).contains("ran");
    assertThat(said("second")).contains("ran");
    assertThat(checkout.resolve("builds")).hasContent("began\n");
    try (Stream<Path> left = Files.list(checkout.resolve("server/target"))) {
      assertThat(left.filter(file -> file.toString().contains(".pid"))).isEmpty();
    }
  }

  @Test
  void the_command_line_is_built_and_run_without_the_server() throws Exception {
    Files.createFile(checkout.resolve("go"));

    assertThat(start("typed", "clone", "list").waitFor()).isZero();

    assertThat(Files.readString(checkout.resolve("arguments"))).contains("-pl cli -am");
    assertThat(said("typed")).contains("-jar " + real("cli/target/goldenrod-cli.jar clone list"));
    assertThat(start("again", "whoami").waitFor()).isZero();
    assertThat(checkout.resolve("builds")).hasContent("began\n");
  }

  @Test
  void the_help_of_release_builds_nothing() throws Exception {
    assertThat(start("help", "release", "--help").waitFor()).isZero();

    assertThat(said("help")).contains("Usage: goldenrod release", "Debian package");
    assertThat(checkout.resolve("builds")).doesNotExist();
  }

  @Test
  void up_has_the_server_built_and_is_told_where_it_is() throws Exception {
    Files.createFile(checkout.resolve("go"));

    assertThat(start("typed", "up").waitFor()).isZero();

    assertThat(Files.readString(checkout.resolve("arguments"))).contains("-pl server -am");
    assertThat(said("typed"))
        .contains("-Dgoldenrod.server.jar=" + real("server/target/goldenrod.jar"))
        .contains("-jar " + real("cli/target/goldenrod-cli.jar up"));
  }

  @Test
  void a_service_runs_what_is_built_although_the_sources_changed() throws Exception {
    Path server = Files.createDirectories(checkout.resolve("server/target"));
    Path changed = checkout.resolve("server/src/main/Main.java");
    Files.createFile(server.resolve("goldenrod.jar"));
    Files.setLastModifiedTime(changed, FileTime.from(Instant.now().plusSeconds(60)));

    assertThat(start("served", Map.of("GOLDENROD_BUILD", "no"), "serve").waitFor()).isZero();

    assertThat(said("served")).contains("-jar " + real("server/target/goldenrod.jar serve"));
    assertThat(checkout.resolve("builds")).doesNotExist();
  }

  @Test
  void a_lock_of_a_process_that_is_gone_holds_nobody_up() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    Files.createDirectories(checkout.resolve("server/target"));
    Files.writeString(checkout.resolve("server/target/goldenrod.lock.pid"), gone.pid() + "\n");
    Files.createFile(checkout.resolve("go"));

    assertThat(start("only").waitFor()).isZero();

    assertThat(said("only")).contains("ran").doesNotContain("waiting");
  }

  private String real(String file) throws IOException {
    return checkout.toRealPath() + "/" + file;
  }

  private Process start(String name) throws IOException {
    return start(name, "serve");
  }

  private Process start(String name, String... words) throws IOException {
    return start(name, Map.of(), words);
  }

  private Process start(String name, Map<String, String> environment, String... words)
      throws IOException {
    List<String> command = new ArrayList<>(List.of("sh", checkout.resolve("goldenrod").toString()));
    command.addAll(List.of(words));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(checkout.resolve(name).toFile());
    builder.environment().put("PATH", checkout.resolve("bin").toString());
    builder.environment().putAll(environment);
    builder.environment().put("JAVA_HOME", checkout.resolve("jdk").toString());
    Process process = builder.start();
    started.add(process);
    return process;
  }

  private String said(String name) throws IOException {
    return Files.readString(checkout.resolve(name));
  }

  private void program(String name, String text) throws IOException {
    Path file = checkout.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static Path installed(String tool) {
    return Stream.of("/usr/bin", "/bin")
        .map(folder -> Path.of(folder, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new AssertionError("there is no " + tool));
  }
}
