package dev.goldenrod.cli.run;

import dev.goldenrod.cli.config.AdminTokenFile;
import dev.goldenrod.cli.config.Target;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.client.ApiException;
import dev.goldenrod.client.ClientException;
import dev.goldenrod.client.ClientOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A process that deletes a temporary clone or branch even if this process is killed. It is a shell
 * that waits for the end of a pipe, in its own session if {@code setsid} exists, and starts Java
 * only then. The token is sent through the pipe, not in a command line or environment.
 */
public final class CleanupGuard {
  private static final String DISMISSED = "done";
  private static final String SCRIPT =
      "trap '' HUP INT TERM; read -r token; read -r word; "
          + "[ \"$word\" = "
          + DISMISSED
          + " ] || printf '%s\\n' \"$token\" | \"$@\"";
  private static final Duration PATIENCE = Duration.ofMinutes(30);
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final Process process;

  private CleanupGuard(Process process) {
    this.process = process;
  }

  static CleanupGuard start(Target target, String path) {
    List<String> line = new ArrayList<>();
    if (Files.isExecutable(Path.of("/usr/bin/setsid"))) {
      line.add("/usr/bin/setsid");
    }
    line.addAll(List.of("/bin/sh", "-c", SCRIPT, "goldenrod-guard"));
    line.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            CleanupGuard.class.getName(),
            target.url().toString(),
            path));
    if (target.adminToken() != null) {
      line.add(target.adminToken().file().toString());
    }
    ProcessBuilder builder =
        new ProcessBuilder(line).redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
    builder.environment().remove("GOLDENROD_TOKEN");
    builder.environment().put("GOLDENROD_GUARD_CA", target.ca() == null ? "" : "" + target.ca());
    try {
      CleanupGuard guard = new CleanupGuard(builder.start());
      guard.writeLine(String.valueOf(target.token()));
      return guard;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start the cleanup process", e);
    }
  }

  /** Makes the guard exit without deleting anything. */
  void dismiss() {
    try {
      writeLine(DISMISSED);
      process.getOutputStream().close();
    } catch (IOException gone) {
    }
  }

  private void writeLine(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  /** Closes the pipe without dismissing the guard, as happens when this process is killed. */
  void abandon() throws IOException {
    process.getOutputStream().close();
  }

  int awaitEnd() throws InterruptedException {
    return process.waitFor();
  }

  /**
   * Deletes the resource, retrying for 30 minutes. The token is the first line of standard input;
   * it is not sent if another user listens in place of the user's own server.
   *
   * @param args the server's address, the resource's path and, for the user's own server, the file
   *     in which the server renews the token
   */
  public static void main(String[] args) throws InterruptedException, IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Target target = target(args, in.readLine());
    ClientOptions options = options(target);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    boolean isFirst = true;
    while (System.nanoTime() < deadline) {
      try {
        new ApiConnection(options.withToken(target.currentToken())).delete(args[1]);
        return;
      } catch (ApiException refused) {
        if (isFinal(refused, isFirst)) {
          return;
        }
      } catch (ClientException | CliException away) {
      }
      isFirst = false;
      Thread.sleep(PAUSE.toMillis());
    }
  }

  /**
   * Returns whether the resource is gone or deleting it is not allowed. On the first try a 404 is
   * not final, because the request that creates the resource may not have arrived yet.
   */
  static boolean isFinal(ApiException refused, boolean isFirst) {
    return refused.status() < 500
        && refused.status() != 429
        && !refused.error().equals("request in progress")
        && !(isFirst && refused.status() == 404);
  }

  private static Target target(String[] args, String token) {
    URI server = URI.create(args[0]);
    String ca = System.getenv().getOrDefault("GOLDENROD_GUARD_CA", "");
    return new Target(
        args[0],
        server,
        token,
        ca.isEmpty() ? null : Path.of(ca),
        false,
        args.length > 2 ? new AdminTokenFile(server, Path.of(args[2])) : null);
  }

  /** With a single key, a retry after a lost response cannot delete a newer branch of that name. */
  static ClientOptions options(Target target) {
    return target.clientOptions().withIdempotencyKey(UUID.randomUUID().toString());
  }
}
