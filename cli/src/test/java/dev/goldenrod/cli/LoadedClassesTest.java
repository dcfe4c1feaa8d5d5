package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looks at the classes that a command loads, which are most of the time that it takes. */
class LoadedClassesTest {
  private static final String ME = "{\"email\": \"ann@example.com\", \"role\": \"user\"}";

  @TempDir private Path home;

  @Test
  void a_command_loads_neither_tls_nor_logging_nor_other_commands() throws Exception {
    Path config = Files.createDirectories(home.resolve(".config/goldenrod"));
    Files.writeString(config.resolve("config.yaml"), "contexts: []");
    try (StubServer server = new StubServer(home).with("GET /v1/auth/me", 200, ME)) {
      assertThat(run(server, "whoami")).contains("ann@example.com");
    }

    assertThat(Files.readAllLines(home.resolve("loaded")))
        .anyMatch(line -> line.startsWith("dev.goldenrod.cli.server.WhoamiCommand "))
        .anyMatch(line -> line.startsWith("org.yaml.snakeyaml.composer.Composer "))
        .noneMatch(line -> line.startsWith("dev.goldenrod.cli.command."))
        .noneMatch(line -> line.startsWith("dev.goldenrod.cli.connect.PsqlCommand "))
        .noneMatch(line -> line.startsWith("com.fasterxml.jackson.databind.ObjectMapper "))
        .noneMatch(line -> line.startsWith("org.yaml.snakeyaml.constructor."))
        .noneMatch(line -> line.startsWith("java.util.logging."))
        .noneMatch(line -> line.startsWith("sun.security.ssl."));
  }

  private String run(StubServer server, String word) throws IOException, InterruptedException {
    ProcessBuilder java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load:file=" + home.resolve("loaded") + ":none",
                "-cp",
                InterruptedWaitTest.classPath(),
                Main.class.getName(),
                word)
            .directory(home.toFile())
            .redirectErrorStream(true);
    java.environment().putAll(server.environment());
    Process process = java.start();
    String printed = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(printed).isZero();
    return printed;
  }
}
