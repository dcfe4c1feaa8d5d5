package dev.goldenrod.server.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that the README has its readers type, as it shows them. */
class ReadmeIT {
  private static final Path README = Path.of("..", "README.md");
  private static final Pattern COMMANDS =
      Pattern.compile("^```sh\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final String SERVE = "./goldenrod serve\n";

  @TempDir private Path folder;

  @Test
  void the_tour_of_a_server_goes_as_it_is_told() throws IOException, InterruptedException {
    try (TestSource source = TestSource.start(folder, 0);
        ServerProcess server = ServerProcess.in(folder).withoutVariable("GOLDENROD_ADMIN_TOKEN")) {
      source.execute("CREATE TABLE purchases AS SELECT generate_series(1, 7) AS id");
      server.start();

      assertThat(run(script(server, source), server, source))
          .contains(
              "ALTER TABLE public.tea ADD COLUMN price numeric",
              " name | price ",
              "\"phase\":\"Succeeded\"",
              "DELETE 7\n",
              "     7\n",
              "\"access_token\":");
    }
  }

  /** All that comes after the server's own start, with what a reader puts in of their own. */
  private static String script(ServerProcess server, TestSource source) throws IOException {
    String readme = Files.readString(README);
    List<String> blocks =
        COMMANDS
            .matcher(readme.substring(readme.indexOf(SERVE)))
            .results()
            .map(block -> block.group(1))
            .toList();
    assertThat(blocks).hasSize(5);
    return String.join("\n", blocks)
        .replace("http://127.0.0.1:7878", server.address())
        .replace("~/.goldenrod", server.dataDir().toString())
        .replace(
            "--username app", "--username " + source.postgres().database() + " <<<\"$PASSWORD\"")
        .replace("\"port\": 5432", "\"port\": " + source.postgres().port())
        .replace("\"version\": \"15\"", "\"version\": \"" + source.major() + "\"")
        .replace("./goldenrod ", "java -jar \"$JAR\" ");
  }

  private static String run(String script, ServerProcess server, TestSource source)
      throws IOException, InterruptedException {
    ProcessBuilder bash = new ProcessBuilder("bash", "-euo", "pipefail", "-c", script);
    bash.environment().put("JAR", System.getProperty("goldenrod.jar"));
    bash.environment().put("GOLDENROD_DATA_DIR", server.dataDir().toString());
    bash.environment().put("PASSWORD", source.postgres().password());
    Process tour = bash.redirectErrorStream(true).start();
    tour.getOutputStream().close();
    String said = new String(tour.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(tour.waitFor()).as(said).isZero();
    return said;
  }
}
