package dev.goldenrod.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands in the README. */
@Tag("slow")
class ReadmeIT {
  private static final Path README = Path.of("..", "README.md");
  private static final Pattern COMMANDS =
      Pattern.compile("^```sh\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final String UP = "./goldenrod up";

  @TempDir private Path folder;

  @Test
  void the_tour_of_a_server_goes_as_it_is_told() throws IOException, InterruptedException {
    try (TestSource source = TestSource.start(folder, 0)) {
      source.execute("CREATE TABLE purchases AS SELECT generate_series(1, 7) AS id");

      assertThat(run(script(source), source))
          .contains(
              "is up (process ",
              "ALTER TABLE public.tea ADD COLUMN price numeric",
              " name | price ",
              "DELETE 7\n",
              "     7\n",
              "ann@example.com");
    }
  }

  private String script(TestSource source) throws IOException {
    String readme = Files.readString(README);
    List<String> blocks =
        COMMANDS
            .matcher(readme.substring(readme.indexOf("```sh\n" + UP)))
            .results()
            .map(block -> block.group(1))
            .toList();
    assertThat(blocks).hasSize(5);
    int port = TestPorts.free();
    String own = " --port " + port + " --data-dir '" + folder.resolve("data") + "'";
    return String.join("\n", blocks)
        .replace(UP, UP + own)
        .replace(
            "--username app", "--username " + source.postgres().database() + " <<<\"$PASSWORD\"")
        .replace("--port 5432", "--port " + source.postgres().port())
        .replace("--version 15", "--version " + source.major())
        .replace("./goldenrod invite create", "INVITE=$(./goldenrod invite create -o name")
        .replace("ann@example.com  ", "ann@example.com)  ")
        .replace("http://127.0.0.1:7878", "http://127.0.0.1:" + port)
        .replace("./goldenrod login", "./goldenrod login --password-stdin <<<'her long password'")
        .replace(
            "./goldenrod invite accept",
            "./goldenrod invite accept --stdin <<<\"$INVITE\"$'\\nher long password'")
        .replace("./goldenrod ", "java -jar \"$JAR\" ");
  }

  /** Cleans up, even if the commands failed halfway. */
  @AfterEach
  void end() throws IOException, InterruptedException {
    Path data = folder.resolve("data");
    ProcessBuilder ways =
        new ProcessBuilder(
            "sh",
            "-c",
            "java -jar \"$JAR\" down --data-dir \"$1\"; java -jar \"$JAR\" purge --yes --data-dir \"$1\"",
            "end",
            data.toString());
    environment(ways);
    assertThat(ways.redirectErrorStream(true).start().waitFor()).isZero();
    assertThat(data).doesNotExist();
  }

  private String run(String script, TestSource source) throws IOException, InterruptedException {
    ProcessBuilder bash = new ProcessBuilder("bash", "-euo", "pipefail", "-c", script);
    environment(bash);
    bash.environment().put("PASSWORD", source.postgres().password());
    Process tour = bash.redirectErrorStream(true).start();
    tour.getOutputStream().close();
    String said = new String(tour.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(tour.waitFor()).as(said).isZero();
    return said;
  }

  private void environment(ProcessBuilder program) throws IOException {
    Map<String, String> variables = program.environment();
    variables.keySet().removeIf(name -> name.startsWith("GOLDENROD_"));
    variables.put("JAR", System.getProperty("goldenrod.jar"));
    variables.put("HOME", Files.createDirectories(folder.resolve("home")).toString());
    variables.put("GOLDENROD_DATA_DIR", folder.resolve("data").toString());
  }
}
