package dev.goldenrod.server;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Parses words as {@code serve} does. */
@Command
final class GivenOptions {
  @Mixin private ServeOptions options = new ServeOptions();

  private GivenOptions() {}

  static ServeSettings settings(Map<String, String> environment, String... words) {
    GivenOptions given = new GivenOptions();
    CommandLine line = new CommandLine(given);
    line.setDefaultValueProvider(EnvironmentDefaults.ofAll(environment));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.parseArgs(words);
    return ServeSettings.of(given.options, new Environment(environment));
  }
}
