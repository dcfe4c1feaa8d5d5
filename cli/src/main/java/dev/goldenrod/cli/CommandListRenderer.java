package dev.goldenrod.cli;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;

/** Renders the grouped list of commands in the help. */
final class CommandListRenderer implements IHelpSectionRenderer {
  @Override
  public String render(Help help) {
    return Stream.of(TopLevelCommand.Group.values())
        .map(group -> section(group, help.subcommands()))
        .filter(section -> !section.isEmpty())
        .collect(Collectors.joining());
  }

  private static String section(TopLevelCommand.Group group, Map<String, Help> commands) {
    String lines =
        TopLevelCommand.of(group).stream()
            .filter(word -> commands.containsKey(word.word()))
            .filter(word -> !word.isHidden())
            .map(word -> line(word.word(), commands.get(word.word()).commandSpec()))
            .collect(Collectors.joining());
    return lines.isEmpty() ? "" : "%n%s%n%s".formatted(group.heading(), lines);
  }

  private static String line(String word, CommandSpec command) {
    String[] description = command.usageMessage().description();
    return TextWrapper.wrap(
        description.length == 0 ? "" : description[0],
        command.root().usageMessage().width(),
        "  %-12s ".formatted(word),
        " ".repeat(15));
  }
}
