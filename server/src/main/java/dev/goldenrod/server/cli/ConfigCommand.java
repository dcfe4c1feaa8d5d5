package dev.goldenrod.server.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.server.ConfigReport.Line;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks and shows the settings of a server or an agent without starting it. */
@Command(
    name = "config",
    description = "Checks a server's configuration file, and shows where each option is from.",
    mixinStandardHelpOptions = true)
final class ConfigCommand implements Runnable {
  /** Output formats of {@code show}. */
  enum Output {
    TEXT,
    JSON;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final String AGENT =
      "Use the options and the file of goldenrod agent, in place of goldenrod serve.";

  @Spec private CommandSpec spec;

  private final Function<List<String>, ConfiguredStart> starts;
  private final PrintStream out;

  private ConfigCommand(Function<List<String>, ConfiguredStart> starts, PrintStream out) {
    this.starts = starts;
    this.out = out;
  }

  /**
   * @param starts parses the words of {@code serve} or {@code agent}
   */
  static CommandLine commandLine(Function<List<String>, ConfiguredStart> starts, PrintStream out) {
    CommandLine line = new CommandLine(new ConfigCommand(starts, out));
    line.getSubcommands().get("show").setUnmatchedOptionsArePositionalParams(true);
    return line;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing: check or show");
  }

  @Command(
      name = "check",
      description =
          "Checks whether a start would accept the file, and reports what it would" + " refuse.",
      mixinStandardHelpOptions = true)
  void check(
      @Option(names = "--agent", description = AGENT) boolean agent,
      @Parameters(
              arity = "0..1",
              paramLabel = "FILE",
              description = "Configuration file (the file that a start would use).")
          @Nullable Path file) {
    ConfiguredStart start =
        starts.apply(words(agent, file == null ? List.of() : List.of("--config", file.toString())));
    start.check();
    out.println(start.fileName().map(name -> name + ": ok").orElse("no configuration file; ok"));
  }

  @Command(
      name = "show",
      description = "Shows the value of each option and where it is from; secrets are masked.",
      mixinStandardHelpOptions = true)
  void show(
      @Option(names = "--agent", description = AGENT) boolean agent,
      @Option(
              names = {"-o", "--output"},
              paramLabel = "FORMAT",
              defaultValue = "text",
              description = "Output format: text or json (${DEFAULT-VALUE}).")
          Output output,
      @Parameters(
              arity = "0..*",
              paramLabel = "OPTION",
              description = "Options of the start to show, for example --config FILE.")
          @Nullable List<String> options) {
    List<Line> lines = starts.apply(words(agent, options == null ? List.of() : options)).lines();
    out.print(output == Output.JSON ? json(lines) : text(lines));
  }

  private static List<String> words(boolean agent, List<String> options) {
    List<String> words = new ArrayList<>(List.of(agent ? "agent" : "serve"));
    words.addAll(options);
    return words;
  }

  private static String text(List<Line> lines) {
    int option = lines.stream().mapToInt(line -> line.option().length()).max().orElse(0);
    int value = lines.stream().mapToInt(line -> value(line).length()).max().orElse(0);
    String format = "%-" + option + "s  %-" + Math.min(value, 40) + "s  %s%n";
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(format.formatted(line.option(), value(line), line.from())));
    return text.toString();
  }

  private static String value(Line line) {
    return line.values().isEmpty() ? "-" : String.join(",", line.values());
  }

  private static String json(List<Line> lines) {
    List<Map<String, Object>> objects = lines.stream().map(ConfigCommand::object).toList();
    try {
      return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(objects) + "\n";
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Object> object(Line line) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("option", line.option());
    object.put("value", line.isList() ? line.values() : String.join("", line.values()));
    object.put("from", line.from());
    return object;
  }
}
