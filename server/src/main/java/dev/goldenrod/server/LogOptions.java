package dev.goldenrod.server;

import dev.goldenrod.server.log.ServerLog;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options for log levels and log format. Methods throw {@link UsageException} if invalid. */
public final class LogOptions {
  static final String LEVEL = "--log-level";
  private static final String FORMAT = "--log-format";
  private static final List<String> NONE = List.of();

  @Option(
      names = FORMAT,
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "Log format: text, or json for one object per line (${DEFAULT-VALUE}).")
  ServerLog.Format format = ServerLog.Format.TEXT;

  @Option(
      names = LEVEL,
      paramLabel = "LEVEL",
      description =
          "Log level: ERROR, WARN, INFO, DEBUG or TRACE (INFO), or LOGGER=LEVEL for one logger, for"
              + " example dev.goldenrod.http=DEBUG; can be given several times.")
  List<String> levels = NONE;

  ServerLog.Levels levels(Environment environment) {
    return levels(LEVEL, environment.values(LEVEL, levels));
  }

  /** Returns the levels set by variables only. */
  public static ServerLog.Levels levelsOf(Map<String, String> variables) {
    return levels(
        EnvironmentDefaults.variable(LEVEL), new Environment(variables).values(LEVEL, NONE));
  }

  /** Returns the format set by variables only. */
  public static ServerLog.Format formatOf(Map<String, String> variables) {
    String variable = EnvironmentDefaults.variable(FORMAT);
    String given = new Environment(variables).find(variable).orElse("text");
    try {
      return ServerLog.Format.valueOf(given.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new UsageException("%s is '%s'; it must be text or json".formatted(variable, given), e);
    }
  }

  private static ServerLog.Levels levels(String name, List<String> given) {
    try {
      return ServerLog.Levels.parse(given);
    } catch (IllegalArgumentException e) {
      throw new UsageException(name + " is " + e.getMessage(), e);
    }
  }
}
