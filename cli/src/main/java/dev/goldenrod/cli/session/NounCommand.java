package dev.goldenrod.cli.session;

import dev.goldenrod.cli.terminal.Terminal;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A noun, after which a verb is typed. */
public abstract class NounCommand implements Runnable {
  @Spec private CommandSpec spec;

  private final Terminal terminal;

  /** Works in that terminal. */
  protected NounCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    String words = spec.subcommands().keySet().stream().sorted().collect(Collectors.joining(", "));
    throw new ParameterException(spec.commandLine(), "one of the words is missing: " + words);
  }

  /** Nouns of its own, which are typed like its verbs and have verbs behind them. */
  public List<NounCommand> nouns() {
    return List.of();
  }

  /** Where it reads and writes. */
  protected Terminal terminal() {
    return terminal;
  }

  /** At the server that the options name. */
  protected Session session(CommandOptions options) {
    return Session.open(terminal, options);
  }
}
