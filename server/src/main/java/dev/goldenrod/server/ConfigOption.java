package dev.goldenrod.server;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names the configuration file. */
final class ConfigOption {
  static final String NAME = "--config";

  @Option(
      names = NAME,
      paramLabel = "FILE",
      description =
          "YAML file with options, each by its name without dashes; if left out, the one of the user"
              + " or of the machine if there is one, and /dev/null for none.")
  @Nullable Path file;
}
