package dev.goldenrod.server;

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
              + " standard output, and in the store alone if left out.")
  String log = "";

  /** The file, or - for standard output; empty for neither. */
  Optional<String> log() {
    return log.isEmpty() ? Optional.empty() : Optional.of(log);
  }
}
