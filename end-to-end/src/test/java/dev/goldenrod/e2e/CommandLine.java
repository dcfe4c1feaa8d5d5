package dev.goldenrod.e2e;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs {@code goldenrod} in a shell of a user who is logged in to a server. */
final class CommandLine {
  private static final Path JAR = Path.of(System.getProperty("goldenrod.cli.jar"));

  private final ServerProcess server;
  private final Path home;

  CommandLine(ServerProcess server, Path home) throws IOException {
    this.server = server;
    this.home = Files.createDirectories(home);
    Path program = Files.createDirectories(home.resolve("bin")).resolve("goldenrod");
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Files.writeString(
        program,
        "#!/bin/sh\nexec %s -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar %s \"$@\"\n"
            .formatted(java, JAR));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Exit code and output of a command. */
  record Result(int code, String out, String err) {}

  final class Running {
    private final Process process;
    private final BufferedReader out;

    private Running(Process process) {
      this.process = process;
      this.out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    String line() throws IOException {
      return out.readLine();
    }

    void awaitLine(String text) throws IOException {
      String line = out.readLine();
      while (line != null && !line.contains(text)) {
        line = out.readLine();
      }
      if (line == null) {
        throw new AssertionError("it ended without '%s'".formatted(text));
      }
    }

    void type(String text) throws IOException {
      process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    }

    ProcessHandle handle() {
      return process.toHandle();
    }

    void kill() {
      process.destroyForcibly();
    }

    void terminate() {
      process.destroy();
    }

    int code() throws InterruptedException {
      if (!process.waitFor(8, TimeUnit.MINUTES)) {
        throw new AssertionError("it does not end");
      }
      return process.exitValue();
    }

    String rest() throws IOException {
      return String.join("\n", out.lines().toList());
    }
  }

  Result sh(String line) throws IOException, InterruptedException {
    Path err = Files.createTempFile(home, "err", "");
    Process process = builder("bash", "-c", line).redirectError(err.toFile()).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), out, Files.readString(err));
  }

  Running begin(String... words) throws IOException {
    List<String> line = new ArrayList<>(List.of(words));
    line.set(0, home.resolve("bin").resolve(words[0]).toString());
    return new Running(builder(line.toArray(String[]::new)).start());
  }

  /**
   * Starts a command on a terminal emulator that ends by signaling its process group. The command
   * replaces the shell, because Debian's sh would exit on Ctrl-C even if the command handles it.
   */
  Running beginOnTerminal(String command) throws IOException {
    return new Running(
        builder("setsid", "--wait", "script", "-qefc", "exec " + command, "/dev/null").start());
  }

  private ProcessBuilder builder(String... line) {
    // Tests that run in the background ignore SIGINT, which the command would inherit.
    List<String> all = new ArrayList<>(List.of("env", "--default-signal"));
    all.addAll(List.of(line));
    ProcessBuilder builder = new ProcessBuilder(all).directory(home.toFile());
    builder.environment().put("HOME", home.toString());
    builder.environment().put("GOLDENROD_URL", server.address());
    builder.environment().put("GOLDENROD_TOKEN", ServerProcess.TOKEN);
    builder.environment().merge("PATH", home.resolve("bin").toString(), (a, b) -> b + ":" + a);
    return builder;
  }
}
