package dev.goldenrod.cli.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints the logged-in user and the server: {@code goldenrod whoami}. */
@Command(
    name = "whoami",
    description = "Shows the member that you are logged in as.",
    mixinStandardHelpOptions = true)
public final class WhoamiCommand implements Runnable {
  private final Terminal terminal;

  @Mixin private CommandOptions options = new CommandOptions();

  public WhoamiCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    Session session = Session.open(terminal, options);
    JsonNode me = session.api().get("/v1/auth/me");
    session
        .printer()
        .one(
            me,
            Columns.named("/email")
                .with("email")
                .with("NAME", "/display_name")
                .with("role")
                .with("id")
                .with("SERVER", user -> session.target().url().toString())
                .with("CONTEXT", user -> session.target().name()));
  }
}
