package dev.goldenrod.server;

import dev.goldenrod.server.audit.AuditWriter;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where else {@code serve} writes audit events. */
public final class AuditOptions {
  @Option(
      names = "--audit-log",
      paramLabel = "FILE",
      defaultValue = "",
      description =
          "File that every audit event is appended to as a line of JSON, made for this user alone; - for"
              + " standard output, syslog://HOST:PORT for a syslog server by TCP, and in the store alone"
              + " if left out.")
  String log = "";

  /**
   * The file, - for standard output, or the address of a syslog server; empty for none.
   *
   * @throws UsageException when it is no address
   */
  Optional<String> log() {
    syslogHost();
    return log.isEmpty() ? Optional.empty() : Optional.of(log);
  }

  /**
   * The host of the syslog server; empty for none.
   *
   * @throws UsageException when its address is none
   */
  Optional<String> syslogHost() {
    try {
      return AuditWriter.syslogHost(log);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "--audit-log is '%s'; give a file, - or syslog://HOST:PORT".formatted(log), e);
    }
  }
}
