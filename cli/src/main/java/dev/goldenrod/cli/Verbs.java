package dev.goldenrod.cli;

import dev.goldenrod.cli.session.NounCommand;
import java.lang.reflect.Method;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** A word with the verbs that stand behind it. */
final class Verbs {
  private Verbs() {}

  /**
   * The word as a command.
   *
   * @param typed the verb that alone is wanted, because to know the options of all would cost more
   *     than the command itself; what is none has it know all
   */
  static CommandLine of(Object word, String typed) {
    if (word instanceof CommandLine whole) {
      return whole;
    }
    CommandLine command = new CommandLine(word);
    if (word instanceof NounCommand noun) {
      List<Method> all = CommandLine.getCommandMethods(word.getClass(), null);
      List<Method> one = all.stream().filter(verb -> name(verb).equals(typed)).toList();
      noun.nouns().stream()
          .map(own -> of(own, ""))
          .filter(own -> one.isEmpty() || own.getCommandName().equals(typed))
          .forEach(command::addSubcommand);
      (one.isEmpty() ? all : one).forEach(verb -> command.addSubcommand(name(verb), verb));
    }
    return command;
  }

  private static String name(Method verb) {
    return verb.getAnnotation(Command.class).name();
  }
}
