package dev.goldenrod.cli;

import dev.goldenrod.cli.terminal.Release;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Layout of the help texts: the grouped list of commands, and footers with examples. */
final class HelpLayout {
  /** Beginning of the lines of a footer that are not wrapped. */
  private static final String EXAMPLE = "  ";

  /**
   * The sections that differ from picocli's. Not lambdas, for the reason that {@link Cli} gives.
   */
  private enum Section implements IHelpSectionRenderer {
    COMMAND_LIST,
    FOOTER_HEADING,
    FOOTER;

    @Override
    public String render(Help help) {
      return switch (this) {
        case COMMAND_LIST -> commandList(help);
        case FOOTER_HEADING -> "";
        case FOOTER -> footer(help);
      };
    }
  }

  private HelpLayout() {}

  static void apply(CommandLine root) {
    root.getSubcommands().values().forEach(HelpLayout::applyToCommand);
    root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, Section.COMMAND_LIST);
  }

  /** Sets the version and the layout of examples, which are the same for all commands. */
  private static void applyToCommand(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    spec.versionProvider(new Release());
    if (spec.usageMessage().footer().length > 0 && spec.usageMessage().footerHeading().isEmpty()) {
      spec.usageMessage().footerHeading("%nExample:%n");
    }
    command
        .getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_FOOTER_HEADING, Section.FOOTER_HEADING);
    command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_FOOTER, Section.FOOTER);
    command.getSubcommands().values().forEach(HelpLayout::applyToCommand);
  }

  private static String commandList(Help help) {
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
    return wrap(
        description.length == 0 ? "" : description[0],
        command.root().usageMessage().width(),
        "  %-12s ".formatted(word),
        " ".repeat(15));
  }

  private static String footer(Help help) {
    UsageMessageSpec usage = help.commandSpec().usageMessage();
    List<String> all = new ArrayList<>();
    all.addAll(List.of(usage.footerHeading().formatted().split("\\R", -1)));
    if (all.get(all.size() - 1).isEmpty()) {
      all.remove(all.size() - 1);
    }
    all.addAll(List.of(usage.footer()));
    return usage.footer().length == 0 ? "" : paragraphs(all, usage.width());
  }

  private static String paragraphs(List<String> all, int width) {
    StringBuilder shown = new StringBuilder();
    StringBuilder paragraph = new StringBuilder();
    for (String line : all) {
      boolean isText = !line.isEmpty() && !line.startsWith(EXAMPLE);
      if (isText) {
        paragraph.append(line).append(' ');
        continue;
      }
      shown.append(wrapParagraph(paragraph, width));
      shown.append(line).append(System.lineSeparator());
    }
    return shown.append(wrapParagraph(paragraph, width)).toString();
  }

  private static String wrapParagraph(StringBuilder paragraph, int width) {
    String text = paragraph.toString();
    paragraph.setLength(0);
    return text.isEmpty() ? "" : wrap(text, width, "", "");
  }

  private static String wrap(String text, int width, String first, String others) {
    StringBuilder lines = new StringBuilder();
    StringBuilder line = new StringBuilder(first);
    String gap = "";
    for (String word : text.strip().split("\\s+")) {
      if (!gap.isEmpty() && line.length() + gap.length() + word.length() >= width) {
        lines.append(line).append(System.lineSeparator());
        line = new StringBuilder(others);
        gap = "";
      }
      line.append(gap).append(word);
      gap = " ";
    }
    return lines.append(line).append(System.lineSeparator()).toString();
  }
}
