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
          "YAML file with options, each under its name without dashes; /dev/null for no file (the"
              + " user's file if it exists, else the machine's).")
  @Nullable Path file;
}
