package dev.goldenrod.server;

import dev.goldenrod.Retention;
import dev.goldenrod.instance.Ttl;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Options of {@code serve} for the retention of records. */
public final class RetentionOptions {
  private static final String AUDIT = "--audit-retention";
  private static final String IMPORTS = "--import-retention";
  private static final String TOKENS = "--token-retention";

  @Option(
      names = AUDIT,
      paramLabel = "DURATION",
      defaultValue = "400d",
      description = "How long audit events are kept, at least 1d (${DEFAULT-VALUE}).")
  String audit = "400d";

  @Option(
      names = IMPORTS,
      paramLabel = "DURATION",
      defaultValue = "90d",
      description =
          "How long the record of an import is kept after its end, at least 1d (${DEFAULT-VALUE});"
              + " the last import of each existing version is always kept.")
  String imports = "90d";

  @Option(
      names = TOKENS,
      paramLabel = "DURATION",
      defaultValue = "30d",
      description =
          "How long tokens and invites are kept after they expire, at least 1d (${DEFAULT-VALUE}).")
  String tokens = "30d";

  /** Throws {@link UsageException} if a time is not a duration of at least a day. */
  Retention retention() {
    return new Retention(
        duration(AUDIT, audit), duration(IMPORTS, imports), duration(TOKENS, tokens));
  }

  private static Duration duration(String option, String text) {
    return Ttl.parseDuration(text)
        .filter(given -> given.compareTo(Duration.ofDays(1)) >= 0)
        .orElseThrow(
            () ->
                new UsageException(
                    "%s is '%s'; it must be a duration of a day or more, for example 400d"
                        .formatted(option, text)));
  }
}
