package dev.goldenrod.server;

import dev.goldenrod.server.audit.AuditWriter;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * Options of {@code serve} for exporting audit events. Methods throw {@link UsageException} if the
 * address is malformed.
 */
public final class AuditOptions {
  @Option(
      names = "--audit-log",
      paramLabel = "FILE",
      defaultValue = "",
      description =
          "File to which every audit event is appended as one line of JSON, created so that only"
              + " this user can access it; - for standard output; syslog://HOST:PORT for a"
              + " syslog server over TCP (events are in the store only).")
  String log = "";

  /** Returns a file, - for standard output, or the address of a syslog server; empty for none. */
  Optional<String> log() {
    syslogHost();
    return log.isEmpty() ? Optional.empty() : Optional.of(log);
  }

  Optional<String> syslogHost() {
    try {
      return AuditWriter.syslogHost(log);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "--audit-log is '%s'; it must be a file, - or syslog://HOST:PORT".formatted(log), e);
    }
  }
}
