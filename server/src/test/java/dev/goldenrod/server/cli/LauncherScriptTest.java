package dev.goldenrod.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script {@code ./goldenrod} in a checkout whose Maven and Java are stand-ins. */
class LauncherScriptTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
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

  /** It builds once the file {@code go} is there. */
  private static final String MVN =
      """
      #!/bin/sh
      cd "$(dirname "$0")/.."
      echo began >>builds
      until [ -e go ]; do sleep 0.02; done
      touch server/target/goldenrod.jar
      """;

  @TempDir private Path checkout;

  @BeforeEach
  void a_fresh_checkout() throws IOException {
    for (String file :
        List.of("pom.xml", "bom/pom.xml", "server/pom.xml", "server/src/main/Main.java")) {
      Files.createDirectories(checkout.resolve(file).getParent());
      Files.createFile(checkout.resolve(file));
    }
    Files.copy(Path.of("..", "goldenrod"), checkout.resolve("goldenrod"));
    program("jdk/bin/java", "#!/bin/sh\necho ran\n");
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
  void a_lock_of_a_process_that_is_gone_holds_nobody_up() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    Files.createDirectories(checkout.resolve("server/target"));
    Files.writeString(checkout.resolve("server/target/goldenrod.lock.pid"), gone.pid() + "\n");
    Files.createFile(checkout.resolve("go"));

    assertThat(start("only").waitFor()).isZero();

    assertThat(said("only")).contains("ran").doesNotContain("waiting");
  }

  private Process start(String name) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("sh", checkout.resolve("goldenrod").toString(), "--version")
            .redirectErrorStream(true)
            .redirectOutput(checkout.resolve(name).toFile());
    builder.environment().put("PATH", checkout.resolve("bin").toString());
    builder.environment().put("JAVA_HOME", checkout.resolve("jdk").toString());
    return builder.start();
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
