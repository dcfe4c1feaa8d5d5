package dev.goldenrod.cli.local;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.config.AdminTokenFile;
import dev.goldenrod.cli.config.Context;
import dev.goldenrod.cli.config.PrivateFiles;
import dev.goldenrod.cli.config.Target;
import dev.goldenrod.cli.config.UserConfig;
import dev.goldenrod.cli.output.Progress;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Pause;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.client.ClientException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts the user's own server in the background: {@code goldenrod up}. */
@Command(
    name = "up",
    description = "Starts a server of your own in the background, and logs you in.",
    mixinStandardHelpOptions = true,
    footerHeading = "%n",
    footer = {
      "Databases run on this machine, as your user. 'goldenrod down' stops the server and leaves",
      "them running. The admin's token, in DIR/admin-token, is valid for 30 days; the server",
      "renews it after 15 days.",
      "",
      "Example:",
      "  goldenrod up && goldenrod database create orders"
    })
public final class UpCommand implements Runnable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final Terminal terminal;

  @Mixin private LocalServer.Options options = new LocalServer.Options();

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description =
          "Port of the server on 127.0.0.1 (the previous one, otherwise "
              + LocalServer.Options.USUAL_PORT
              + ").")
  private @Nullable Integer port;

  @Option(
      names = "--tls",
      description =
          "Serve the API with a certificate of an authority in DIR, the only one that the context"
              + " trusts; DIR keeps this setting.")
  private boolean isTls;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print errors only.")
  private boolean isQuiet;

  public UpCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    LocalServer server = options.server(terminal, port, isTls);
    String how = "already running";
    if (!knowsAdmin(server)) {
      requireNoClearText(server);
      List<ServiceManager> available = ServiceManager.available(terminal);
      ServiceManager manager = available.get(available.size() - 1);
      how = manager.start(server);
      await(server, manager);
    }
    String context = remembered(server);
    if (!isQuiet) {
      terminal
          .err()
          .printf(
              "%s is up (%s); you are logged in as its admin, and '%s' is the current context%n",
              server.url(), how, context);
      signInLink(server).ifPresent(this::showLink);
    }
  }

  private void showLink(String link) {
    terminal.err().printf("console: %s%n  (signs you in once, within 10 minutes)%n", link);
  }

  /** Returns a link to the console; empty if the server has none. */
  private Optional<String> signInLink(LocalServer server) {
    try {
      JsonNode created = connection(server).post("/sign-in/links", Map.of());
      return Optional.of(server.url() + created.path("path").asText());
    } catch (CliException | ClientException withoutConsole) {
      return Optional.empty();
    }
  }

  private void await(LocalServer server, ServiceManager manager) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try (Progress progress =
        new Progress(
            terminal, isQuiet, "the server continues to start; its log: " + manager.log(server))) {
      while (!knowsAdmin(server)) {
        if (hasEnded(server, manager) || System.nanoTime() > deadline) {
          throw new CliException(
              ExitCode.NO_SERVER, "the server did not start" + why(server), manager.log(server));
        }
        progress.say("starting " + server.url());
        Pause.sleep(PAUSE, ExitCode.TIMED_OUT, "interrupted; the server continues to start");
      }
    }
  }

  /** Only a detached process shows that the server has exited; a service manager restarts it. */
  private static boolean hasEnded(LocalServer server, ServiceManager manager) {
    return manager instanceof DetachedProcess detached && !detached.isRunning(server);
  }

  /** Returns the last line of the log, which usually tells why the server exited. */
  private static String why(LocalServer server) {
    try {
      List<String> lines = Files.readAllLines(server.log());
      return lines.isEmpty() ? "" : ": " + lines.get(lines.size() - 1);
    } catch (IOException notThere) {
      return "";
    }
  }

  /** Rejects --tls for a running server without TLS. Sends no token to find out. */
  private static void requireNoClearText(LocalServer server) {
    if (!server.isTls()) {
      return;
    }
    URI clear = URI.create("http://127.0.0.1:" + server.port());
    try {
      ApiConnection.withoutRetries(clear, null).get("/health");
    } catch (ClientException none) {
      return;
    }
    throw new CliException(
        ExitCode.CONFLICT,
        "a server without TLS is running at %s; stop it first".formatted(clear),
        server.command("down"));
  }

  /** Returns whether the server at the address accepts the admin token of the data directory. */
  private boolean knowsAdmin(LocalServer server) {
    try {
      connection(server).get("/v1/auth/me");
      return true;
    } catch (CliException | ClientException notYet) {
      return false;
    }
  }

  private ApiConnection connection(LocalServer server) {
    AdminTokenFile token = new AdminTokenFile(URI.create(server.url()), server.adminToken());
    Path ca = server.isTls() ? pinned(server) : null;
    Target target = new Target(server.url(), token.server(), token.read(), ca, false, token);
    return new ApiConnection(target.clientOptions().withRetries(Duration.ZERO));
  }

  /** Writes the server's authority to the file that its context refers to. */
  private Path pinned(LocalServer server) {
    UserConfig config = UserConfig.load(terminal);
    Path file = config.folder().resolve("authorities").resolve(server.context(config) + ".pem");
    String authority =
        server
            .authority()
            .orElseThrow(
                () ->
                    new CliException(
                        ExitCode.NO_SERVER, "the server has not created its authority yet"));
    PrivateFiles.write(file, authority);
    return file;
  }

  private String remembered(LocalServer server) {
    try {
      return remember(server);
    } catch (CliException notWritten) {
      throw new CliException(
          notWritten.code(),
          ("%s is up, but its context could not be saved: %s; make that writable, or set"
                  + " XDG_CONFIG_HOME, and repeat the command")
              .formatted(server.url(), notWritten.getMessage()),
          server.command("up"),
          server.command("down"));
    }
  }

  private String remember(LocalServer server) {
    Path ca = server.isTls() ? pinned(server) : null;
    UserConfig config = UserConfig.load(terminal);
    String name = server.context(config);
    Context context = new Context(name, URI.create(server.url()), server.adminToken(), null, ca);
    config.with(context).withCurrent(name).save();
    return name;
  }
}
