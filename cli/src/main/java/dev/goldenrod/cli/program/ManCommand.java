package dev.goldenrod.cli.program;

import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.terminal.Release;
import dev.goldenrod.cli.terminal.Terminal;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Prints the manual page: {@code goldenrod man | man -l -}. */
@Command(
    name = "man",
    description = "Prints the manual page, as in: goldenrod man | man -l -",
    mixinStandardHelpOptions = true)
public final class ManCommand implements Runnable {
  private final Terminal terminal;
  private final Supplier<CommandLine> all;

  public ManCommand(Terminal terminal, Supplier<CommandLine> all) {
    this.terminal = terminal;
    this.all = all;
  }

  @Override
  public void run() {
    terminal.out().print(ManPage.of(all.get()));
  }

  /** The manual page in troff, generated from the help texts. */
  private static final class ManPage {
    /** Options of every command that talks to a server, listed once. */
    private static final CommandSpec COMMON = CommandSpec.forAnnotatedObject(new CommandOptions());

    private final StringBuilder page = new StringBuilder();

    private ManPage() {}

    static String of(CommandLine root) {
      ManPage man = new ManPage();
      man.line(".TH GOLDENROD 1 \"\" \"goldenrod " + Release.current() + "\"");
      man.section("NAME", "goldenrod \\- golden databases that branch");
      man.line(".SH SYNOPSIS").line(".B goldenrod").line(".I COMMAND").line("[\\fIoptions\\fR]");
      man.line(".SH COMMANDS");
      man.commands(root.getSubcommands());
      man.line(".SH OPTIONS OF COMMANDS THAT USE A SERVER");
      COMMON.options().forEach(man::option);
      man.topic("EXIT STATUS", HelpCommand.exitCodes());
      man.topic("EXAMPLES", HelpCommand.examples());
      man.section(
          "FILES",
          "\\fI$XDG_CONFIG_HOME/goldenrod/config.yaml\\fR: the known servers. \\fI.goldenrod\\fR:"
              + " the golden or database that a project uses.");
      man.section(
          "ENVIRONMENT",
          "\\fBGOLDENROD_URL\\fR, \\fBGOLDENROD_TOKEN\\fR, \\fBGOLDENROD_CONTEXT\\fR: the server"
              + " and the token; options take precedence over them, and they over files."
              + " \\fBNO_COLOR\\fR: no colors.");
      return man.page.toString();
    }

    private void commands(Map<String, CommandLine> commands) {
      commands.values().stream()
          .map(CommandLine::getCommandSpec)
          .filter(spec -> !spec.usageMessage().hidden())
          .forEach(this::command);
    }

    private void command(CommandSpec spec) {
      line(".SS " + escaped(spec.qualifiedName() + labels(spec.positionalParameters())));
      for (String text : spec.usageMessage().description()) {
        line(escaped(text));
      }
      spec.positionalParameters().stream()
          .filter(it -> !it.hidden())
          .forEach(it -> argument("\\fI" + escaped(it.paramLabel()) + "\\fR", it));
      spec.options().stream().filter(ManPage::isItsOwn).forEach(this::option);
      commands(spec.subcommands());
    }

    private static boolean isItsOwn(OptionSpec option) {
      return !option.hidden()
          && !option.usageHelp()
          && !option.versionHelp()
          && COMMON.findOption(option.longestName()) == null;
    }

    private void option(OptionSpec option) {
      String value =
          option.arity().max() > 0 ? " \\fI" + escaped(option.paramLabel()) + "\\fR" : "";
      String names = String.join(", ", option.names());
      argument("\\fB" + escaped(names) + "\\fR" + value, option);
    }

    private void argument(String name, ArgSpec argument) {
      String text = String.join(" ", argument.description());
      String value = argument.defaultValue() == null ? "" : argument.defaultValue();
      line(".TP").line(name).line(escaped(text.replace("${DEFAULT-VALUE}", value)));
    }

    private static String labels(List<PositionalParamSpec> parameters) {
      return parameters.stream()
          .filter(it -> !it.hidden())
          .map(it -> it.arity().min() == 0 ? " [" + it.paramLabel() + "]" : " " + it.paramLabel())
          .collect(Collectors.joining());
    }

    private void topic(String heading, List<String> lines) {
      line(".SH " + heading).line(".nf");
      lines.forEach(text -> line(escaped(text)));
      line(".fi");
    }

    private void section(String heading, String text) {
      line(".SH " + heading).line(text);
    }

    private ManPage line(String text) {
      page.append(text.isEmpty() ? "\\&" : text).append('\n');
      return this;
    }

    /** Escapes everything that troff would interpret. */
    private static String escaped(String text) {
      String plain = text.replace("\\", "\\e").replace("-", "\\-");
      return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
    }
  }
}
