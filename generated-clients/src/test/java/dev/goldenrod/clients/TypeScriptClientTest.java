package dev.goldenrod.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compiles a generated TypeScript client in strict mode and uses the API through it. */
class TypeScriptClientTest {
  private static final Path COMPILED =
      Path.of("target", "typescript-compiled", "src", "test", "typescript", "drive.js");

  /** File that tells `verify` whether the client ran. */
  private static final Path RAN = Path.of("target", "typescript-client");

  @Test
  void it_launches_reads_and_destroys_a_clone_and_imports_a_source() throws Exception {
    requireNode();
    Ended compiler = node("", compiler().toString(), "--project", "src/test/typescript");
    assertThat(compiler.status()).as(compiler.output()).isZero();

    try (ServedFakes server = new ServedFakes()) {
      Ended driver = node(server.token(), COMPILED.toString(), server.url());

      assertThat(driver.status()).as(driver.output()).isZero();
      assertThat(driver.output().lines())
          .containsExactly(
              "the clone is ready",
              "the clone expires later",
              "the credentials have a password",
              "the clone is gone",
              "the refusal names the field",
              "the import has succeeded");
    }
    Files.writeString(RAN, "compiled, and launched and destroyed a clone");
  }

  /** Skips the test if Node.js is not installed, because the build does not require it. */
  private static void requireNode() throws IOException {
    boolean found =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "node")));
    if (!found) {
      Files.writeString(RAN, "not tried, node is not installed");
    }
    assumeTrue(found, "node is not installed");
  }

  private static Path compiler() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("target", "typescript-compiler"))) {
      return files.filter(file -> file.endsWith("lib/tsc.js")).findFirst().orElseThrow();
    }
  }

  private record Ended(int status, String output) {}

  private static Ended node(String input, String... arguments) throws Exception {
    List<String> command = Stream.concat(Stream.of("node"), Stream.of(arguments)).toList();
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var to = process.getOutputStream()) {
      to.write(input.getBytes(StandardCharsets.UTF_8));
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }
}
