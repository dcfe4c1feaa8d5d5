package dev.goldenrod.cli.config;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.ShellWord;
import dev.goldenrod.cli.terminal.Terminal;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The server that a command talks to, and as whom.
 *
 * @param name the context's name; the address of one without a context
 * @param token null when nobody is logged in
 * @param isOfProject whether nothing but the project's file says that it is this one
 * @param own where the token comes from, when the server is one's own; null for others, and for a
 *     token that was given
 */
public record Target(
    String name,
    URI url,
    @Nullable String token,
    @Nullable Path ca,
    boolean isOfProject,
    @Nullable OwnToken own) {
  /** A server with a token that does not change. */
  public Target(
      String name, URI url, @Nullable String token, @Nullable Path ca, boolean isOfProject) {
    this(name, url, token, ca, isOfProject, null);
  }

  /**
   * What was asked for by option, else by environment, else by the project's file, else the user's
   * current context. A context's token goes to its own address alone.
   *
   * @param context as the option names it; null for none
   * @param url as the option names it; null for none
   */
  public static Target choose(Terminal terminal, @Nullable String context, @Nullable String url) {
    UserConfig config = UserConfig.load(terminal);
    if (context != null) {
      return of(config.require(context), false);
    }
    if (url != null) {
      return ofUrl(terminal, config, url);
    }
    if (!terminal.variable("GOLDENROD_CONTEXT").isEmpty()) {
      return of(terminal, config.require(terminal.variable("GOLDENROD_CONTEXT")));
    }
    if (!terminal.variable("GOLDENROD_URL").isEmpty()) {
      return ofUrl(terminal, config, terminal.variable("GOLDENROD_URL"));
    }
    Optional<ProjectFile> project = ProjectFile.find(terminal);
    String ofProject = project.map(ProjectFile::context).orElse(null);
    if (ofProject != null && !ofProject.equals(config.current())) {
      requireNoToken(terminal, project.get().file(), ofProject);
      return of(config.require(ofProject), true);
    }
    if (config.current() == null) {
      throw nothingChosen(config);
    }
    return of(terminal, config.require(config.current()));
  }

  /** The variable's token is for a server that the user named, not for one that a file names. */
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

  /** The same server, checked with the authorities in that file. */
  public Target trusting(Path authorities) {
    return new Target(name, url, token, authorities, isOfProject, own);
  }

  /** The context's server, and the token of the login there. */
  public static Target of(Context context) {
    return of(context, false);
  }

  private static Target of(Context context, boolean isOfProject) {
    return new Target(
        context.name(),
        context.url(),
        context.token(),
        context.ca(),
        isOfProject,
        context.own().orElse(null));
  }

  private static Target of(Terminal terminal, Context context) {
    String given = terminal.variable("GOLDENROD_TOKEN");
    return given.isEmpty()
        ? of(context, false)
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
            known.map(Context::token).orElse(null),
            ca,
            false,
            known.flatMap(Context::own).orElse(null))
        : new Target(url, address, given, ca, false);
  }

  /**
   * Refuses an address of another machine that is not encrypted: tokens and passwords go there.
   *
   * @param way how to do it all the same
   */
  public static void requireTls(URI address, String way) {
    if (address.getScheme().equals("http") && !isLoopback(address.getHost())) {
      throw new CliException(
          ExitCode.USAGE,
          "%s has no TLS: everybody on the way can read the token".formatted(address),
          "https://" + address.getRawAuthority(),
          way);
    }
  }

  private static boolean isLoopback(String host) {
    return host.equals("localhost")
        || host.matches("127(\\.(25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}")
        || host.equals("[::1]");
  }

  /**
   * The address of a server, without a slash at its end.
   *
   * @throws CliException when it is none
   */
  public static URI address(String url) {
    try {
      URI address = URI.create(url.replaceAll("/+$", ""));
      if (address.getHost() != null
          && ("http".equals(address.getScheme()) || "https".equals(address.getScheme()))) {
        return address;
      }
    } catch (IllegalArgumentException malformed) {
      // Said below.
    }
    throw new CliException(
        ExitCode.USAGE, "'%s' is no server's address, as http://127.0.0.1:7878 is".formatted(url));
  }

  private static CliException nothingChosen(UserConfig config) {
    return config.contexts().isEmpty()
        ? new CliException(
            ExitCode.NOT_ALLOWED,
            "no server is known yet; log in to one, or start one of your own",
            "goldenrod login URL",
            "goldenrod up")
        : new CliException(
            ExitCode.USAGE,
            "no context is the current one",
            "goldenrod context list",
            "goldenrod context use NAME");
  }

  /** Returns the token as it is now: a server of one's own renews it. Null without a login. */
  public @Nullable String currentToken() {
    return own == null ? token : own.read();
  }

  /** The server and nothing secret. */
  @Override
  public String toString() {
    return "Target[%s, %s]".formatted(name, url);
  }
}
