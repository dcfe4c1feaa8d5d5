package dev.goldenrod.cli.session;

import dev.goldenrod.cli.terminal.Terminal;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
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

  /**
   * Returns the command line of an annotated command; the verbs of a noun become its subcommands.
   *
   * @param typed the only verb to build, which is faster; all are built if there is no such verb
   */
  public static CommandLine commandLine(Object command, String typed) {
    if (command instanceof CommandLine whole) {
      return whole;
    }
    CommandLine line = new CommandLine(command);
    if (command instanceof NounCommand noun) {
      List<Method> all = CommandLine.getCommandMethods(noun.getClass(), null);
      List<Method> one = all.stream().filter(verb -> name(verb).equals(typed)).toList();
      for (NounCommand other : noun.nouns()) {
        CommandLine nested = commandLine(other, "");
        if (one.isEmpty() || nested.getCommandName().equals(typed)) {
          line.addSubcommand(nested);
        }
      }
      (one.isEmpty() ? all : one).forEach(verb -> line.addSubcommand(name(verb), verb));
    }
    return line;
  }

  private static String name(Method verb) {
    return verb.getAnnotation(Command.class).name();
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

  /** Returns a session whose requests end soon after the command's timeout. */
  protected Session session(CommandOptions options, WaitOptions waiting) {
    return Session.open(terminal, options, waiting);
  }
}
