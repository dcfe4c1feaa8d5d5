package dev.goldenrod.bench.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.bench.measure.BenchFailure;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The kubectl program, in one namespace. An empty context is the kubeconfig's current one. */
record Kubectl(Path kubeconfig, String context, String namespace) {
  private static final ObjectMapper JSON = new ObjectMapper();

  private record Result(int exitCode, String output) {}

  /** Runs a command and returns its output, or throws a {@link BenchFailure}. */
  String run(String... words) {
    return runWith("", words);
  }

  /** Runs a command with the given standard input. */
  String runWith(String input, String... words) {
    Result result = start(input, List.of(words));
    if (result.exitCode != 0) {
      throw new BenchFailure(
          "kubectl %s: %s".formatted(String.join(" ", words), result.output.strip()));
    }
    return result.output;
  }

  boolean succeedsWith(String input, String... words) {
    return start(input, List.of(words)).exitCode == 0;
  }

  JsonNode items(String... words) {
    List<String> command = new ArrayList<>(List.of("get"));
    command.addAll(List.of(words));
    command.addAll(List.of("-o", "json"));
    try {
      return JSON.readTree(run(command.toArray(String[]::new))).path("items");
    } catch (JsonProcessingException e) {
      throw new BenchFailure("kubectl printed no JSON: " + e.getMessage(), e);
    }
  }

  private Result start(String input, List<String> words) {
    List<String> command = new ArrayList<>(List.of("kubectl", "--kubeconfig"));
    command.addAll(List.of(kubeconfig.toString(), "--namespace", namespace));
    if (!context.isEmpty()) {
      command.addAll(List.of("--context", context));
    }
    command.addAll(words);
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (OutputStream in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Result(process.waitFor(), output);
    } catch (IOException e) {
      throw new UncheckedIOException("kubectl cannot be run; is it installed?", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailure("interrupted while kubectl ran", e);
    }
  }
}
