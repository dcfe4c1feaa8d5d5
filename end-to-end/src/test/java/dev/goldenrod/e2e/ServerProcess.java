package dev.goldenrod.e2e;

import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.secret.SecretBinding;
import dev.goldenrod.dataplane.local.secret.SourceSecret;
import dev.goldenrod.server.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The real jar in a separate process on one data directory; it can be killed and restarted. */
final class ServerProcess implements AutoCloseable {
  static final String TOKEN = "an-admin-token-of-the-tests-with-enough-characters";

  private static final Path JAR = Path.of(System.getProperty("goldenrod.jar"));

  private static final String LISTENING = "goldenrod listening on ";
  private static final String CONNECTED = "goldenrod agent connected to ";
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  private final Path dataDir;
  private final Path log;
  private final List<String> options = new ArrayList<>();
  private final Map<String, String> environment = new LinkedHashMap<>();
  private final List<String> output = new ArrayList<>();
  private List<String> java;

  private boolean isOthers;

  private String word = "serve";
  private int largestFile;
  private Process process;
  private ApiConnection api;

  private ServerProcess(Path dataDir, Path log, List<String> java) {
    this.dataDir = dataDir;
    this.log = log;
    this.java = java;
    environment.put("GOLDENROD_ADMIN_TOKEN", TOKEN);
    environment.put("GOLDENROD_PORT", "0");
    // Ignores the machine's configuration file.
    environment.put("GOLDENROD_CONFIG", "/dev/null");
  }

  static ServerProcess in(Path folder) {
    return in(folder, java());
  }

  static ServerProcess in(Path folder, Path log) {
    return new ServerProcess(folder.resolve("data"), log, java());
  }

  private static ServerProcess in(Path folder, List<String> java) {
    return new ServerProcess(folder.resolve("data"), folder.resolve("server.log"), java);
  }

  private static List<String> java() {
    return command(JAR, SharedClasses.OPTIONS);
  }

  private static List<String> command(Path jar, List<String> options) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    line.add("-Djdk.lang.Process.launchMechanism=VFORK");
    line.addAll(options);
    line.addAll(List.of("-jar", jar.toString()));
    return line;
  }

  /** Runs a server once, to create or use a class data archive with the Java option. */
  static void runOnce(Path folder, Path jar, String option) {
    try (ServerProcess server = in(folder, command(jar, List.of(option))).start()) {
      server.api().get("/v1/engines");
      server.terminate();
    }
  }

  ServerProcess with(String option, String value) {
    options.add(option);
    options.add(value);
    return this;
  }

  ServerProcess with(String flag) {
    options.add(flag);
    return this;
  }

  ServerProcess withVariable(String name, String value) {
    environment.put(name, value);
    return this;
  }

  ServerProcess withoutVariable(String name) {
    environment.remove(name);
    return this;
  }

  /** An agent counts as started when it is connected. */
  ServerProcess asAgentOf(URI server, Path tokenFile) {
    word = "agent";
    return with("--server", server.toString()).with("--token-file", tokenFile.toString());
  }

  /** Restores the handling of SIGHUP, which {@code nohup} would make the server ignore. */
  ServerProcess withHangups() {
    java.addAll(0, List.of("env", "--default-signal=HUP"));
    return this;
  }

  /** Runs the server as the user, who must be able to read the jar. */
  ServerProcess as(RunAs user, Path jar) {
    java = user.command(command(jar, List.of()));
    isOthers = true;
    return this;
  }

  /** Limits the size of files that the server and its databases write; 0 for no limit. */
  ServerProcess withLargestFile(int megabytes) {
    largestFile = megabytes;
    return this;
  }

  /** Starts the server and waits until it accepts requests. */
  ServerProcess start() {
    int saidBefore = log().length();
    try {
      process = builder(word).start();
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      output.clear();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        output.add(line);
        if (line.startsWith(CONNECTED)) {
          return this;
        }
        if (line.startsWith(LISTENING)) {
          api = ApiConnection.withoutRetries(URI.create(line.substring(LISTENING.length())), TOKEN);
          return this;
        }
      }
      throw new AssertionError(
          "the server ended with %d:%n%s"
              .formatted(process.waitFor(), log().substring(saidBefore)));
    } catch (IOException | InterruptedException e) {
      throw new AssertionError("the server did not start", e);
    }
  }

  /** Runs a server that must fail to start. */
  Run refuse() {
    try {
      Process refused = builder(word).redirectError(ProcessBuilder.Redirect.PIPE).start();
      String said = new String(refused.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Run(refused.waitFor(), said);
    } catch (IOException | InterruptedException e) {
      throw new AssertionError("the server could not be run", e);
    }
  }

  /** Stops the server with SIGTERM and waits until it has exited. */
  void terminate() {
    process.destroy();
    awaitEnd();
  }

  void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  void signal(String name) {
    try {
      int code =
          new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
      if (code != 0) {
        throw new AssertionError("kill ended with " + code);
      }
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  boolean isRunning() {
    return process != null && process.isAlive();
  }

  ApiConnection api() {
    return api;
  }

  /** Returns the address that the server printed. */
  String address() {
    return output.get(output.size() - 1).substring(LISTENING.length());
  }

  Path dataDir() {
    return dataDir;
  }

  /** Returns the standard output until requests were accepted. */
  List<String> output() {
    return List.copyOf(output);
  }

  /** Returns the log of all starts. */
  String log() {
    try {
      return Files.exists(log) ? Files.readString(log) : "";
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Stores a source's password with the command that administrators use. */
  void putSecret(String name, String password) {
    if (isOthers) {
      onDataDir(List.of("secret", "put", name), password + "\n");
    } else {
      SecretBinding anywhere = new SecretBinding(null, null);
      DataDirectory.secretsIn(dataDir).put(name, new SourceSecret(null, password, anywhere));
    }
  }

  @Override
  public void close() {
    if (isRunning()) {
      terminate();
    }
    if (Files.exists(dataDir)) {
      purge();
    }
  }

  private void purge() {
    if (isOthers) {
      onDataDir(List.of("purge", "--yes"), "");
      return;
    }
    int code =
        Main.commandLine(Map.of("GOLDENROD_CONFIG", "/dev/null"))
            .execute("purge", "--yes", "--data-dir", dataDir.toString());
    if (code != 0) {
      throw new AssertionError("purge failed with exit code " + code);
    }
  }

  static Run run(String... words) {
    return runWithInput(java(), List.of(words), "");
  }

  Run runOnDataDir(List<String> words) {
    return runOnDataDir(words, "");
  }

  Process startOnDataDir(String... words) throws IOException {
    List<String> line = new ArrayList<>(java);
    line.addAll(List.of(words));
    line.addAll(List.of("--data-dir", dataDir.toString()));
    return new ProcessBuilder(line)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  private Run runOnDataDir(List<String> words, String input) {
    List<String> line = new ArrayList<>(words);
    line.addAll(List.of("--data-dir", dataDir.toString()));
    return runWithInput(java, line, input);
  }

  private void onDataDir(List<String> words, String input) {
    Run run = runOnDataDir(words, input);
    if (run.exitCode() != 0) {
      throw new AssertionError(words + " failed: " + run.said());
    }
  }

  private static Run runWithInput(List<String> java, List<String> words, String input) {
    try {
      ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(java));
      builder.command().addAll(words);
      builder.environment().put("GOLDENROD_CONFIG", "/dev/null");
      Process run = builder.redirectErrorStream(true).start();
      run.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
      run.getOutputStream().close();
      String said = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Run(run.waitFor(), said);
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(words + " could not be run", e);
    }
  }

  private ProcessBuilder builder(String command) {
    ProcessBuilder builder = new ProcessBuilder(limited(java));
    builder.command().addAll(List.of(command, "--data-dir", dataDir.toString()));
    builder.command().addAll(options);
    builder.environment().putAll(environment);
    return builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
  }

  private List<String> limited(List<String> command) {
    List<String> limited = new ArrayList<>();
    if (largestFile > 0) {
      // POSIX counts in blocks of 512 bytes.
      limited.addAll(
          List.of("sh", "-c", "ulimit -f " + largestFile * 2048 + "; exec \"$@\"", "sh"));
    }
    limited.addAll(command);
    return limited;
  }

  private void awaitEnd() {
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("the server does not end:\n" + log());
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  record Run(int exitCode, String said) {}
}
