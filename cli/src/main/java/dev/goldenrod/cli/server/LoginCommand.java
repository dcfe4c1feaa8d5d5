package dev.goldenrod.cli.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.config.Context;
import dev.goldenrod.cli.config.PrivateFiles;
import dev.goldenrod.cli.config.Target;
import dev.goldenrod.cli.config.UserConfig;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.client.ApiException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Logs in to a server and makes it the current context: {@code goldenrod login}. */
@Command(
    name = "login",
    description = "Logs in to a server, and makes it the current context.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
      "  goldenrod login https://goldenrod.example",
      "  goldenrod login https://goldenrod.example --sso",
      "  goldenrod login https://10.0.0.5:7878 --fingerprint sha256:3bfcf155…",
      "  goldenrod login http://127.0.0.1:7878 --token-stdin < ~/.goldenrod/admin-token",
      "  goldenrod login https://goldenrod.example --email ci@example.com --password-stdin < FILE"
    })
public final class LoginCommand implements Runnable {
  /** A token, with its id if this command created it. */
  private record Login(String token, @Nullable String id) {}

  private final Terminal terminal;

  @Mixin private CommandOptions options = new CommandOptions();

  @Parameters(
      paramLabel = "URL",
      arity = "0..1",
      description = "Address of the server (that of the context, to log in again).")
  private @Nullable String url;

  @Option(
      names = "--name",
      paramLabel = "CONTEXT",
      description = "Name of the context (derived from the address).")
  private @Nullable String name;

  @Option(
      names = "--email",
      paramLabel = "ADDRESS",
      description = "Email address to log in with (asked for).")
  private @Nullable String email;

  @Option(
      names = "--token-stdin",
      description =
          "Log in with a token from the first line of standard input instead of a password.")
  private boolean isTokenGiven;

  @Option(
      names = "--password-stdin",
      description = "Read the password of --email from the first line of standard input.")
  private boolean isPasswordGiven;

  @Option(
      names = "--sso",
      paramLabel = "ISSUER",
      arity = "0..1",
      description =
          "Log in at the server's issuer, with a browser on any machine; ISSUER is its id, if the"
              + " server has several.")
  private @Nullable String issuer;

  @Mixin private TrustOptions trust = new TrustOptions();

  @Option(
      names = "--allow-clear-text",
      description = "Allow sending the password and token to another machine without TLS.")
  private boolean isClearTextAllowed;

  public LoginCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    requireOneWay();
    UserConfig config = UserConfig.load(terminal);
    Optional<Context> former = former(config);
    URI address =
        url != null
            ? Target.address(url)
            : former
                .map(Context::url)
                .orElseThrow(
                    () ->
                        new CliException(
                            ExitCode.USAGE,
                            "no server is given; give its URL",
                            "goldenrod login URL"));
    if (!isClearTextAllowed) {
      Target.requireTls(address, "goldenrod login %s --allow-clear-text".formatted(address));
    }
    String context = Context.nameFor(name != null ? name : loggedInBefore(config, former), address);
    config.requireFree(context, address);
    Path trusted = trusted(former, context, address);

    Login login = login(address, trusted);
    JsonNode me = whoIs(login, address, trusted);
    Path file = Context.tokenFile(config.folder(), context);
    PrivateFiles.write(file, login.token() + "\n");
    config
        .with(new Context(context, address, file, login.id(), trusted))
        .withCurrent(context)
        .save();
    terminal
        .err()
        .printf(
            "logged in to %s as %s (%s); it is the current context, '%s'%n",
            address, me.path("email").asText(), me.path("role").asText(), context);
  }

  private Login login(URI address, @Nullable Path trusted) {
    if (isTokenGiven) {
      return given();
    }
    if (issuer == null) {
      return byPassword(address, trusted);
    }
    String token = new DeviceLogin(session(address, null, trusted)).await(issuer);
    return exchanged(token, address, trusted);
  }

  private void requireOneWay() {
    if (issuer != null && (isTokenGiven || isPasswordGiven || email != null)) {
      throw new CliException(
          ExitCode.USAGE,
          "--sso excludes --token-stdin, --email and --password-stdin",
          "goldenrod login URL --sso");
    }
    if (issuer != null && !issuer.matches("[a-z0-9-]*")) {
      throw new CliException(
          ExitCode.USAGE,
          "'%s' is not the id of an issuer; the server's URL comes before --sso".formatted(issuer),
          "goldenrod login URL --sso");
    }
    if (isPasswordGiven && (isTokenGiven || email == null)) {
      throw new CliException(
          ExitCode.USAGE,
          "--password-stdin requires --email ADDRESS, and excludes --token-stdin",
          "goldenrod login URL --email ADDRESS --password-stdin < FILE");
    }
  }

  /** Returns null for the context of {@code up}, whose token is the admin's. */
  private static @Nullable String loggedInBefore(UserConfig config, Optional<Context> former) {
    return former.filter(it -> it.isTokenStoredIn(config.folder())).map(Context::name).orElse(null);
  }

  private @Nullable Path trusted(Optional<Context> former, String context, URI address) {
    Path asked = trust.file(terminal, context, address);
    return asked != null ? asked : former.map(Context::ca).orElse(null);
  }

  private JsonNode whoIs(Login login, URI address, @Nullable Path trusted) {
    try {
      return session(address, login.token(), trusted).api().get("/v1/auth/me");
    } catch (ApiException refused) {
      if (refused.status() == 401) {
        throw new CliException(
            ExitCode.NOT_ALLOWED,
            "%s refuses the given token: it is unknown or no longer valid".formatted(address));
      }
      throw refused;
    }
  }

  private Optional<Context> former(UserConfig config) {
    if (name != null) {
      return config.find(name);
    }
    if (url == null) {
      return config.current() == null ? Optional.empty() : config.find(config.current());
    }
    URI address = Target.address(url);
    return config.contexts().stream()
        .filter(it -> it.url().equals(address))
        .min(Comparator.comparing(it -> !it.isTokenStoredIn(config.folder())));
  }

  private Login given() {
    String token = terminal.readLine();
    if (!token.matches("[\\x21-\\x7e]{8,512}")) {
      throw new CliException(
          ExitCode.USAGE,
          "the first line of standard input is not a token; 'goldenrod token create' creates one");
    }
    return new Login(token, null);
  }

  private String givenPassword() {
    String password = terminal.readSecretLine();
    if (password.isEmpty()) {
      throw new CliException(
          ExitCode.USAGE, "the first line of standard input is empty; it must be the password");
    }
    return password;
  }

  private Login byPassword(URI address, @Nullable Path trusted) {
    String who = email != null ? email : ask(address);
    String password = isPasswordGiven ? givenPassword() : askPassword(address, who);
    Session asker = session(address, null, trusted);
    JsonNode started = start(asker, who, password);
    return exchanged(started.path("access_token").asText(), address, trusted);
  }

  /** Exchanges a session for a token, which is valid for 90 days and can be listed. */
  private Login exchanged(String sessionToken, URI address, @Nullable Path trusted) {
    Session session = session(address, sessionToken, trusted);
    JsonNode made =
        session.api().post("/v1/auth/tokens", Map.of("name", "goldenrod login on " + machine()));
    session.api().post("/v1/auth/logout");
    return new Login(made.path("token").asText(), made.path("id").asText());
  }

  private static JsonNode start(Session asker, String who, String password) {
    try {
      return asker.api().post("/v1/auth/login", Map.of("email", who, "password", password));
    } catch (ApiException refused) {
      if (refused.status() == 401) {
        throw new CliException(
            ExitCode.NOT_ALLOWED, "wrong email address or password for %s".formatted(who));
      }
      throw refused;
    }
  }

  private String ask(URI address) {
    requireTerminal(address);
    return terminal.ask("Email at %s: ".formatted(address));
  }

  private String askPassword(URI address, String who) {
    requireTerminal(address);
    return terminal.askSecret("Password of %s: ".formatted(who));
  }

  private void requireTerminal(URI address) {
    if (!terminal.canAsk()) {
      throw new CliException(
          ExitCode.USAGE,
          "cannot ask for a password here",
          "goldenrod login %s --token-stdin < FILE".formatted(address),
          "goldenrod login %s --email ADDRESS --password-stdin < FILE".formatted(address));
    }
  }

  private Session session(URI address, @Nullable String token, @Nullable Path trusted) {
    return new Session(
        terminal, options, new Target(address.toString(), address, token, trusted, false));
  }

  private static String machine() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException unknown) {
      return "this machine";
    }
  }
}
