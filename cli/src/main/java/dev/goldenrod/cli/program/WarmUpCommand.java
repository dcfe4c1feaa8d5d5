package dev.goldenrod.cli.program;

import dev.goldenrod.cli.output.Printer;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.ToIntBiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Runs common commands once, for a user who is logged in to a server of this process, so that a
 * class data archive includes their classes.
 */
@Command(name = "warm-up", hidden = true, description = "Loads the classes that commands need.")
public final class WarmUpCommand implements Callable<Integer> {
  private static final String BODY =
      """
      {"email": "one", "display_name": "One", "role": "admin", "id": "1",
       "instances": [{"name": "one", "id": "1"}], "databases": [{"name": "one", "id": "1"}]}
      """;

  private static final String ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Request-Id: one\r\n"
          + "Content-Length: %d\r\nConnection: close\r\n\r\n%s".formatted(BODY.length(), BODY);

  private static final String CONFIG =
      """
      current-context: one
      contexts:
      - name: one
        url: http://127.0.0.1:%d
        token-file: admin-token
      """;

  private final ToIntBiFunction<Terminal, String[]> typing;

  @Parameters(paramLabel = "FOLDER", description = "Folder for the user's files.")
  private Path home = Path.of("");

  /**
   * @param typing runs a command line in a given terminal, and returns its exit code
   */
  public WarmUpCommand(ToIntBiFunction<Terminal, String[]> typing) {
    this.typing = typing;
  }

  /** Returns the highest exit code of the commands. */
  @Override
  public Integer call() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      startAnswering(server);
      Path folder = Files.createDirectories(home.resolve("goldenrod"));
      Files.writeString(folder.resolve("config.yaml"), CONFIG.formatted(server.getLocalPort()));
      Files.writeString(folder.resolve("admin-token"), "none");
      return commands().stream()
          .mapToInt(words -> typing.applyAsInt(user(), words))
          .max()
          .orElse(0);
    }
  }

  private static List<String[]> commands() {
    List<String[]> all = new ArrayList<>();
    all.add(new String[] {"--version"});
    all.add(new String[] {"whoami", "--verbose"});
    for (Printer.Format format : Printer.Format.values()) {
      all.add(new String[] {"clone", "list", "-o", format.toString()});
      all.add(new String[] {"database", "list", "-o", format.toString()});
    }
    return all;
  }

  private Terminal user() {
    PrintStream out =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return new Terminal(
        InputStream.nullInputStream(),
        out,
        out,
        Map.of("HOME", home.toString(), "XDG_CONFIG_HOME", home.toAbsolutePath().toString()),
        home.toAbsolutePath(),
        Set.of());
  }

  private static void startAnswering(ServerSocket server) {
    Thread thread = new Thread(() -> answer(server), "warm-up");
    thread.setDaemon(true);
    thread.start();
  }

  private static void answer(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket client = server.accept()) {
        client.getInputStream().read(new byte[4096]);
        client.getOutputStream().write(ANSWER.getBytes(StandardCharsets.US_ASCII));
      } catch (IOException closed) {
        // The command that waits for the answer reports it.
      }
    }
  }
}
