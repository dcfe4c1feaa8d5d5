package dev.goldenrod.cli.run;

import dev.goldenrod.cli.config.OwnToken;
import dev.goldenrod.cli.config.Target;
import dev.goldenrod.cli.session.TrustedHttp;
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
import org.jspecify.annotations.Nullable;

/**
 * A small process that outlives this one, however that ends, and then deletes what was made. It is
 * a shell that waits at a pipe, in a session of its own where there is {@code setsid}; Java is
 * started when there is something to do. The token goes through the pipe, and stands neither in a
 * command line nor in an environment.
 */
public final class Guard {
  private static final String DISMISSED = "done";
  private static final String SCRIPT =
      "trap '' HUP INT TERM; read -r token; read -r word; "
          + "[ \"$word\" = "
          + DISMISSED
          + " ] || printf '%s\\n' \"$token\" | \"$@\"";
  private static final Duration PATIENCE = Duration.ofMinutes(30);
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final Process process;

  private Guard(Process process) {
    this.process = process;
  }

  /** Watches over what the path names at that server. */
  static Guard over(Target target, String path) {
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
            Guard.class.getName(),
            target.url().toString(),
            path));
    if (target.own() != null) {
      line.add(target.own().file().toString());
    }
    ProcessBuilder builder =
        new ProcessBuilder(line).redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
    builder.environment().remove("GOLDENROD_TOKEN");
    builder.environment().put("GOLDENROD_GUARD_CA", target.ca() == null ? "" : "" + target.ca());
    try {
      Guard guard = new Guard(builder.start());
      guard.tell(String.valueOf(target.token()));
      return guard;
    } catch (IOException e) {
      throw new UncheckedIOException("no process can be started", e);
    }
  }

  /** Lets it go without a deed. */
  void dismiss() {
    try {
      tell(DISMISSED);
      process.getOutputStream().close();
    } catch (IOException gone) {
      // It was killed.
    }
  }

  private void tell(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  /** Leaves it at its pipe's end, as a kill of this process does. */
  void abandon() throws IOException {
    process.getOutputStream().close();
  }

  /** How it ended. */
  int awaitEnd() throws InterruptedException {
    return process.waitFor();
  }

  /**
   * Deletes it, also at a server that is away for a while. The token is a line of standard input.
   * No token is sent to another user of this machine that listens in place of a server of one's
   * own.
   *
   * @param args the server's address, the path below it, and the file of the token where the server
   *     is one's own and renews it
   */
  public static void main(String[] args) throws InterruptedException, IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    URI server = URI.create(args[0]);
    OwnToken own = args.length > 2 ? new OwnToken(server, Path.of(args[2])) : null;
    ClientOptions options = options(server, in.readLine(), own);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    boolean isFirst = true;
    while (System.nanoTime() < deadline) {
      try {
        String token = own == null ? options.token() : own.read();
        new ApiConnection(options.withToken(token)).delete(args[1]);
        return;
      } catch (ApiException refused) {
        if (isFinal(refused, isFirst)) {
          return;
        }
      } catch (ClientException | CliException away) {
        // It may come back.
      }
      isFirst = false;
      Thread.sleep(PAUSE.toMillis());
    }
  }

  /**
   * Whether there is nothing left to delete, or deleting it is not allowed. At the first try the
   * database may not be there yet, because the request that makes it has not arrived.
   */
  private static boolean isFinal(ApiException refused, boolean isFirst) {
    return refused.status() < 500
        && refused.status() != 429
        && !refused.error().equals("request in progress")
        && !(isFirst && refused.status() == 404);
  }

  static ClientOptions options(URI server, String token, @Nullable OwnToken own) {
    String ca = System.getenv().getOrDefault("GOLDENROD_GUARD_CA", "");
    // With one key, a deletion whose answer was lost is not made again of another's branch.
    ClientOptions plain =
        ClientOptions.of(server, token).withIdempotencyKey(UUID.randomUUID().toString());
    ClientOptions checked = own == null ? plain : plain.withIsThere(own::requireListening);
    return ca.isEmpty() ? checked : checked.withHttp(TrustedHttp.of(Path.of(ca)));
  }
}
