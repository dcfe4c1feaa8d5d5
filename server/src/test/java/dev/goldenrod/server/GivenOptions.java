package dev.goldenrod.server;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The words of a command line, read as {@code serve} reads them. */
final class GivenOptions {
  private GivenOptions() {}

  static ServeSettings settings(Map<String, String> environment, String... words) {
    ServeOptions options = new ServeOptions();
    CommandLine line = new CommandLine(CommandSpec.create());
    line.getCommandSpec().addMixin("options", CommandSpec.forAnnotatedObject(options));
    line.setDefaultValueProvider(EnvironmentDefaults.ofServe(environment));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.parseArgs(words);
    return ServeSettings.of(options, new Environment(environment));
  }
}
