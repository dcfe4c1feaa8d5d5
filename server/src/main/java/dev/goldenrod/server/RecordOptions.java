package dev.goldenrod.server;

import dev.goldenrod.Retention;
import dev.goldenrod.server.audit.AuditWriter;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * Options of {@code serve} for the export of audit events and the retention of records. Methods
 * throw {@link UsageException} if a value is invalid.
 */
final class RecordOptions {
  private static final String AUDIT = "--audit-retention";
  private static final String IMPORTS = "--import-retention";
  private static final String TOKENS = "--token-retention";

  @Option(
      names = "--audit-log",
      paramLabel = "FILE",
      defaultValue = "",
      description =
          "File to which every audit event is appended as one line of JSON, created so that only"
              + " this user can access it; - for standard output; syslog://HOST:PORT for a"
              + " syslog server over TCP (events are in the store only).")
  String auditLog = "";

  @Option(
      names = AUDIT,
      paramLabel = "DURATION",
      defaultValue = "400d",
      description = "How long audit events are kept, at least 1d (${DEFAULT-VALUE}).")
  String auditRetention = "400d";

  @Option(
      names = IMPORTS,
      paramLabel = "DURATION",
      defaultValue = "90d",
      description =
          "How long the record of an import is kept after its end, at least 1d (${DEFAULT-VALUE});"
              + " the last import of each existing version is always kept.")
  String importRetention = "90d";

  @Option(
      names = TOKENS,
      paramLabel = "DURATION",
      defaultValue = "30d",
      description =
          "How long tokens and invites are kept after they expire, at least 1d (${DEFAULT-VALUE}).")
  String tokenRetention = "30d";

  /** Returns a file, - for standard output, or the address of a syslog server; empty for none. */
  Optional<String> auditLog() {
    syslogHost();
    return auditLog.isEmpty() ? Optional.empty() : Optional.of(auditLog);
  }

  Optional<String> syslogHost() {
    try {
      return AuditWriter.syslogHost(auditLog);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "--audit-log is '%s'; it must be a file, - or syslog://HOST:PORT".formatted(auditLog), e);
    }
  }

  Retention retention() {
    return new Retention(
        duration(AUDIT, auditRetention),
        duration(IMPORTS, importRetention),
        duration(TOKENS, tokenRetention));
  }

  private static Duration duration(String option, String given) {
    return OptionValue.duration(
        option, given, Duration.ofDays(1), "a duration of a day or more, for example 400d");
  }
}
