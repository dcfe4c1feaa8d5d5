package dev.goldenrod.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** Exit code and output of a command. */
record Result(int code, String out, String err) {
  static Result run(
      InputStream in, Map<String, String> environment, Path directory, String... args) {
    return run(in, environment, directory, Set.of(), args);
  }

  static Result run(
      InputStream in,
      Map<String, String> environment,
      Path directory,
      Set<String> terminals,
      String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream outStream = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream errStream = new PrintStream(err, true, StandardCharsets.UTF_8);
    int code =
        new Cli(
                new Terminal(
                    in, outStream, errStream, Map.copyOf(environment), directory, terminals))
            .execute(args);
    return new Result(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  JsonNode json() {
    return json(out);
  }

  JsonNode error() {
    return json(err);
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError("no JSON: " + text, e);
    }
  }
}
