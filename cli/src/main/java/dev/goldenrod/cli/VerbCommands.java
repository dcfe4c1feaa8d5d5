package dev.goldenrod.cli;

import dev.goldenrod.cli.session.NounCommand;
import java.lang.reflect.Method;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Builds picocli commands from a noun and its verbs. */
final class VerbCommands {
  private VerbCommands() {}

  /**
   * @param typed the only verb to build, which is faster; all are built if there is no such verb
   */
  static CommandLine build(Object word, String typed) {
    if (word instanceof CommandLine whole) {
      return whole;
    }
    CommandLine command = new CommandLine(word);
    if (word instanceof NounCommand noun) {
      List<Method> all = CommandLine.getCommandMethods(word.getClass(), null);
      List<Method> one = all.stream().filter(verb -> name(verb).equals(typed)).toList();
      noun.nouns().stream()
          .map(own -> build(own, ""))
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
