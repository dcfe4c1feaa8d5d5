package dev.goldenrod.cli.server;

import dev.goldenrod.cli.config.Context;
import dev.goldenrod.cli.config.Target;
import dev.goldenrod.cli.config.UserConfig;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.client.ClientException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Revokes the token of a login and deletes it here: {@code goldenrod logout}. */
@Command(
    name = "logout",
    description =
        "Logs out, here and on the server; the context stays, except that of 'goldenrod up'.",
    mixinStandardHelpOptions = true)
public final class LogoutCommand implements Runnable {
  private final Terminal terminal;

  @Mixin private CommandOptions options = new CommandOptions();

  @Parameters(
      paramLabel = "CONTEXT",
      arity = "0..1",
      description = "Context to log out of (the current one).")
  private @Nullable String name;

  public LogoutCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    UserConfig config = UserConfig.load(terminal);
    String chosen = name != null ? name : options.contextOr(config.current());
    if (chosen == null) {
      throw new CliException(
          ExitCode.USAGE, "there is no current context", "goldenrod context list");
    }
    Context context = config.require(chosen);
    terminal.err().println(endAtServer(context));
    if (context.isTokenStoredIn(config.folder())) {
      context.forgetToken();
    } else {
      config.without(context.name()).save();
    }
  }

  private String endAtServer(Context context) {
    if (context.tokenId() == null || !context.isLoggedIn()) {
      return "logged out of %s; the token itself stays valid, 'goldenrod token delete' revokes it"
          .formatted(context.name());
    }
    try {
      new Session(terminal, options, Target.of(terminal, context))
          .api()
          .deleteIfThere("/v1/auth/tokens/" + context.tokenId());
      return "logged out of " + context.name();
    } catch (ClientException away) {
      return "logged out of %s on this machine only, the server did not revoke the token: %s"
          .formatted(context.name(), away.getMessage());
    }
  }
}
