package dev.goldenrod.cli.session;

import dev.goldenrod.cli.terminal.Terminal;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Base of the commands that consist of a noun and a verb. */
public abstract class NounCommand implements Runnable {
  @Spec private CommandSpec spec;

  private final Terminal terminal;

  protected NounCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    String words = spec.subcommands().keySet().stream().sorted().collect(Collectors.joining(", "));
    throw new ParameterException(spec.commandLine(), "a subcommand is missing, one of: " + words);
  }

  /** Returns nested nouns, which are typed in the place of a verb and have verbs of their own. */
  public List<NounCommand> nouns() {
    return List.of();
  }

  protected Terminal terminal() {
    return terminal;
  }

  protected Session session(CommandOptions options) {
    return Session.open(terminal, options);
  }
}
