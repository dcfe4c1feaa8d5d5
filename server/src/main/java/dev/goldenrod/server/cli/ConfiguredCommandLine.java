package dev.goldenrod.server.cli;

import dev.goldenrod.server.Environment;
import dev.goldenrod.server.EnvironmentDefaults;
import dev.goldenrod.server.config.ConfigFile;
import dev.goldenrod.server.config.ConfigFileLocator;
import dev.goldenrod.server.config.ConfigFileReader;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Parses a command line again with the configuration file, which the first parse locates. */
final class ConfiguredCommandLine {
  private static final String SERVE = "serve";
  private static final String AGENT = "agent";
  private static final String CONFIG = "--config";

  private final ConfigFileLocator ofServe;
  private final ConfigFileLocator ofAgent;

  private ConfiguredCommandLine(ConfigFileLocator ofServe, ConfigFileLocator ofAgent) {
    this.ofServe = ofServe;
    this.ofAgent = ofAgent;
  }

  /** Uses the named file, otherwise that of the user or of the machine. */
  static ConfiguredCommandLine ofMachine(Map<String, String> environment) {
    return new ConfiguredCommandLine(
        ConfigFileLocator.ofServe(environment), ConfigFileLocator.ofAgent(environment));
  }

  /** Uses a configuration file only if it is named. */
  static ConfiguredCommandLine named(Map<String, String> environment) {
    ConfigFileLocator places = ConfigFileLocator.named(environment);
    return new ConfiguredCommandLine(places, places);
  }

  ParseResult readAgain(ParseResult parsed) {
    if (isHelp(parsed) || !parsed.hasSubcommand()) {
      return parsed;
    }
    CommandLine command = parsed.subcommand().commandSpec().commandLine();
    if (!(command.getDefaultValueProvider() instanceof EnvironmentDefaults defaults)) {
      return parsed;
    }
    ConfigFile file = find(parsed, command).orElse(ConfigFile.NONE);
    Environment with =
        new Environment(defaults.environment().variables(), file, given(parsed.subcommand()));
    command.setDefaultValueProvider(defaults.in(with));
    CommandLine root = parsed.commandSpec().commandLine();
    return root.parseArgs(parsed.originalArgs().toArray(String[]::new));
  }

  private Optional<ConfigFile> find(ParseResult parsed, CommandLine command) {
    boolean isAgent = command.getCommandName().equals(AGENT);
    Map<String, CommandLine> words = parsed.commandSpec().subcommands();
    CommandSpec keys = words.get(isAgent ? AGENT : SERVE).getCommandSpec();
    try {
      return (isAgent ? ofAgent : ofServe)
          .find(named(parsed.subcommand()))
          .map(new ConfigFileReader(keys)::read);
    } catch (ConfigFile.InvalidException e) {
      throw new ExecutionException(command, e.getMessage(), e);
    }
  }

  private static @Nullable Path named(ParseResult words) {
    return words.matchedOptionValue(CONFIG, null);
  }

  private static Set<String> given(ParseResult words) {
    Set<String> own =
        words.matchedOptions().stream().map(OptionSpec::longestName).collect(Collectors.toSet());
    words.subcommands().forEach(more -> own.addAll(given(more)));
    return own;
  }

  private static boolean isHelp(ParseResult parsed) {
    return parsed.isUsageHelpRequested()
        || parsed.isVersionHelpRequested()
        || parsed.subcommands().stream().anyMatch(ConfiguredCommandLine::isHelp);
  }

  static Environment environment(CommandSpec command) {
    return command.defaultValueProvider() instanceof EnvironmentDefaults defaults
        ? defaults.environment()
        : new Environment(Map.of());
  }

  static String located(CommandLine command, String message) {
    return environment(command.getCommandSpec()).located(message);
  }
}
