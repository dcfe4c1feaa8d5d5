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

/** The jar, run as a user runs it, on one data directory; started and killed again and again. */
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

  /** Whether another user runs it, to whom the data directory belongs. */
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
    // Nothing of the machine's own.
    environment.put("GOLDENROD_CONFIG", "/dev/null");
  }

  /** A server that is not started yet, on the data directory {@code data} in the folder. */
  static ServerProcess in(Path folder) {
    return in(folder, java());
  }

  /** The same with a log elsewhere. */
  static ServerProcess in(Path folder, Path log) {
    return new ServerProcess(folder.resolve("data"), log, java());
  }

  private static ServerProcess in(Path folder, List<String> java) {
    return new ServerProcess(folder.resolve("data"), folder.resolve("server.log"), java);
  }

  private static List<String> java() {
    return command(JAR, SharedClasses.OPTIONS);
  }

  /** The command line that runs the jar, without the command of its own. */
  private static List<String> command(Path jar, List<String> options) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    line.add("-Djdk.lang.Process.launchMechanism=VFORK");
    line.addAll(options);
    line.addAll(List.of("-jar", jar.toString()));
    return line;
  }

  /**
   * Starts and ends a server in the folder, and has Java do with its classes what the option says.
   */
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

  /** It is an agent of that server, and started once it is connected. */
  ServerProcess asAgentOf(URI server, Path tokenFile) {
    word = "agent";
    return with("--server", server.toString()).with("--token-file", tokenFile.toString());
  }

  /** It takes hangups, also where the tests are run by what ignores them, as {@code nohup} does. */
  ServerProcess withHangups() {
    java.addAll(0, List.of("env", "--default-signal=HUP"));
    return this;
  }

  /** From now on it runs as that user, who can read the jar. */
  ServerProcess as(RunAs user, Path jar) {
    java = user.command(command(jar, List.of()));
    isOthers = true;
    return this;
  }

  /** From the next start on, no file it or its databases write gets larger; 0 for no limit. */
  ServerProcess withLargestFile(int megabytes) {
    largestFile = megabytes;
    return this;
  }

  /** Starts it and waits until it accepts requests. */
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

  /** Runs the server in the expectation that it refuses to start. */
  Run refuse() {
    try {
      Process refused = builder(word).redirectError(ProcessBuilder.Redirect.PIPE).start();
      String said = new String(refused.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Run(refused.waitFor(), said);
    } catch (IOException | InterruptedException e) {
      throw new AssertionError("the server could not be run", e);
    }
  }

  /** Ends it as an administrator does, and waits until it is gone. */
  void terminate() {
    process.destroy();
    awaitEnd();
  }

  /** Ends it in the middle of whatever it does, and waits until it is gone. */
  void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** Sends it a signal, as in {@code HUP}. */
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

  /** Where it listens. */
  String address() {
    return output.get(output.size() - 1).substring(LISTENING.length());
  }

  Path dataDir() {
    return dataDir;
  }

  /** What it printed on standard output until it accepted requests. */
  List<String> output() {
    return List.copyOf(output);
  }

  /** Everything it logged, in all its lives. */
  String log() {
    try {
      return Files.exists(log) ? Files.readString(log) : "";
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Stores a source's password as an administrator does. */
  void putSecret(String name, String password) {
    if (isOthers) {
      onDataDir(List.of("secret", "put", name), password + "\n");
    } else {
      SecretBinding anywhere = new SecretBinding(null, null);
      DataDirectory.secretsIn(dataDir).put(name, new SourceSecret(null, password, anywhere));
    }
  }

  /** Ends it and removes everything it made. */
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

  /** Runs a command to its end. */
  static Run run(String... words) {
    return runWithInput(java(), List.of(words), "");
  }

  /** Runs a command on the data directory to its end. */
  Run runOnDataDir(List<String> words) {
    return runOnDataDir(words, "");
  }

  /** Starts a command on the data directory; it says what it says in the log. */
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

  /** How a command ended, and all it said. */
  record Run(int exitCode, String said) {}
}
