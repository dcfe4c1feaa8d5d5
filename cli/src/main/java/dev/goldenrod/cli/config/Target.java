package dev.goldenrod.cli.config;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.ShellWord;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.client.ClientOptions;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The server that a command talks to, with the token to use.
 *
 * @param name the context's name; the server's address if there is no context
 * @param token null if the user is not logged in
 * @param isOfProject whether the project's file alone selected this server
 * @param adminToken the token file of the user's own server; otherwise null
 */
public record Target(
    String name,
    URI url,
    @Nullable String token,
    @Nullable Path ca,
    boolean isOfProject,
    @Nullable AdminTokenFile adminToken) {
  public Target(
      String name, URI url, @Nullable String token, @Nullable Path ca, boolean isOfProject) {
    this(name, url, token, ca, isOfProject, null);
  }

  /**
   * Returns the target of the options, otherwise of the environment, of the project's file, or the
   * current context. A context's token is sent to that context's address only.
   */
  public static Target choose(Terminal terminal, @Nullable String context, @Nullable String url) {
    UserConfig config = UserConfig.load(terminal);
    if (context != null && url != null) {
      throw new CliException(
          ExitCode.USAGE,
          "--context %s and --url %s exclude each other; give one of them".formatted(context, url));
    }
    if (context != null) {
      return of(terminal, config.require(context));
    }
    if (url != null) {
      return ofUrl(terminal, config, url);
    }
    if (!terminal.variable("GOLDENROD_CONTEXT").isEmpty()) {
      return preferringVariable(terminal, config.require(terminal.variable("GOLDENROD_CONTEXT")));
    }
    if (!terminal.variable("GOLDENROD_URL").isEmpty()) {
      return ofUrl(terminal, config, terminal.variable("GOLDENROD_URL"));
    }
    Optional<ProjectFile> project = ProjectFile.find(terminal);
    String ofProject = project.map(ProjectFile::context).orElse(null);
    if (ofProject != null && !ofProject.equals(config.current())) {
      requireNoToken(terminal, project.get().file(), ofProject);
      requireUnshared(terminal, project.get(), ofProject);
      return of(terminal, config.require(ofProject)).selectedByProject();
    }
    if (config.current() == null) {
      throw nothingChosen(config);
    }
    return preferringVariable(terminal, config.require(config.current()));
  }

  /** The variable's token is meant for a server that the user chose, not the project's file. */
  private static void requireNoToken(Terminal terminal, Path file, String context) {
    if (!terminal.variable("GOLDENROD_TOKEN").isEmpty()) {
      throw new CliException(
          ExitCode.USAGE,
          "the token in GOLDENROD_TOKEN is not sent to context '%s', which only %s names"
              .formatted(context, file),
          "export GOLDENROD_CONTEXT=" + ShellWord.of(context),
          "unset GOLDENROD_TOKEN");
    }
  }

  /** Other users must not decide to which of the user's servers a token is sent. */
  private static void requireUnshared(Terminal terminal, ProjectFile project, String context) {
    if (project.isOfOtherUser(terminal)) {
      throw new CliException(
          ExitCode.USAGE,
          "%s belongs to another user, so it does not select the server, context '%s'"
              .formatted(project.file(), context),
          "export GOLDENROD_CONTEXT=" + ShellWord.of(context));
    }
    if (project.isWritableByOthers()) {
      throw new CliException(
          ExitCode.USAGE,
          "other users can change %s, so it does not select the server, context '%s'"
              .formatted(project.file(), context),
          "export GOLDENROD_CONTEXT=" + ShellWord.of(context),
          "chmod go-w %s %s"
              .formatted(
                  ShellWord.of(project.file().getParent().toString()),
                  ShellWord.of(project.file().toString())));
    }
  }

  public Target trusting(Path authorities) {
    return new Target(name, url, token, authorities, isOfProject, adminToken);
  }

  /** Returns the context's server with the context's token. */
  public static Target of(Terminal terminal, Context context) {
    return new Target(
        context.name(),
        context.url(),
        context.token(terminal),
        context.ca(),
        false,
        context.adminToken().orElse(null));
  }

  private Target selectedByProject() {
    return new Target(name, url, token, ca, true, adminToken);
  }

  /** Returns the context's server with the token in GOLDENROD_TOKEN, otherwise the context's. */
  private static Target preferringVariable(Terminal terminal, Context context) {
    String given = terminal.variable("GOLDENROD_TOKEN");
    return given.isEmpty()
        ? of(terminal, context)
        : new Target(context.name(), context.url(), given, context.ca(), false);
  }

  private static Target ofUrl(Terminal terminal, UserConfig config, String url) {
    URI address = address(url);
    if (!terminal.variable("GOLDENROD_ALLOW_CLEAR_TEXT").equals("true")) {
      requireTls(address, "GOLDENROD_ALLOW_CLEAR_TEXT=true goldenrod …");
    }
    Optional<Context> known =
        config.contexts().stream().filter(context -> context.url().equals(address)).findFirst();
    String given = terminal.variable("GOLDENROD_TOKEN");
    Path ca = known.map(Context::ca).orElse(null);
    return given.isEmpty()
        ? new Target(
            url,
            address,
            known.map(it -> it.token(terminal)).orElse(null),
            ca,
            false,
            known.flatMap(Context::adminToken).orElse(null))
        : new Target(url, address, given, ca, false);
  }

  /**
   * Rejects an unencrypted address on another machine, where tokens and passwords would be sent.
   *
   * @param way next step that allows it nevertheless
   */
  public static void requireTls(URI address, String way) {
    if (isClearText(address)) {
      throw new CliException(
          ExitCode.USAGE,
          "%s does not use TLS: others on the network can read the token".formatted(address),
          "https://" + address.getRawAuthority(),
          way);
    }
  }

  /** Returns whether requests to the address are not encrypted and reach another machine. */
  public static boolean isClearText(URI address) {
    return "http".equals(address.getScheme()) && !isLoopback(address.getHost());
  }

  private static boolean isLoopback(String host) {
    return host.equals("localhost")
        || host.matches("127(\\.(25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}")
        || host.equals("[::1]");
  }

  /** Parses a server's address; throws {@link CliException} if it is not an HTTP or HTTPS URL. */
  public static URI address(String url) {
    try {
      URI address = URI.create(url.replaceAll("/+$", ""));
      if (address.getHost() != null
          && ("http".equals(address.getScheme()) || "https".equals(address.getScheme()))) {
        return address;
      }
    } catch (IllegalArgumentException malformed) {
      // Reported below.
    }
    throw new CliException(
        ExitCode.USAGE,
        "'%s' is not a server address such as http://127.0.0.1:7878".formatted(url));
  }

  private static CliException nothingChosen(UserConfig config) {
    return config.contexts().isEmpty()
        ? new CliException(
            ExitCode.NOT_ALLOWED,
            "no server is known yet; log in to one, or start your own",
            "goldenrod login URL",
            "goldenrod invite accept --url URL",
            "goldenrod up")
        : new CliException(
            ExitCode.USAGE,
            "there is no current context",
            "goldenrod context list",
            "goldenrod context use NAME");
  }

  /** Returns the token, which the user's own server may have renewed; null without a login. */
  public @Nullable String currentToken() {
    return adminToken == null ? token : adminToken.read();
  }

  /**
   * Returns options to connect to the server: with the token, trusting the authorities, and sending
   * nothing to another process at the address of the user's own server.
   *
   * @throws CliException if the address or the token is invalid, or the authorities are unreadable
   */
  public ClientOptions clientOptions() {
    try {
      ClientOptions plain = ClientOptions.of(url, token);
      ClientOptions checked =
          adminToken == null ? plain : plain.withIsThere(adminToken::requireListening);
      return ca == null ? checked : checked.withHttp(TrustedHttp.of(ca));
    } catch (IllegalArgumentException refused) {
      throw new CliException(
          ExitCode.USAGE, refused.getMessage(), "goldenrod login URL", "goldenrod doctor");
    }
  }

  /** Omits the token. */
  @Override
  public String toString() {
    return "Target[%s, %s]".formatted(name, url);
  }
}
