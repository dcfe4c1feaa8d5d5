package dev.goldenrod.server;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which file the other options are in. */
final class ConfigOption {
  /** The option itself, which no file can hold. */
  static final String NAME = "--config";

  @Option(
      names = NAME,
      paramLabel = "FILE",
      description =
          "YAML file with options, each by its name without dashes; if left out, the one of the user"
              + " or of the machine if there is one, and /dev/null for none.")
  @Nullable Path file;
}
