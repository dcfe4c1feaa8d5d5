package dev.goldenrod.server;

import dev.goldenrod.dataplane.tls.HostNames;

/**
 * Rejects settings by which passwords or tokens would be sent to other machines without TLS, unless
 * the operator allows that. Methods throw {@link UsageException}.
 */
final class ClearTextCheck {
  private static final String VARIABLE = "GOLDENROD_ALLOW_CLEAR_TEXT";

  private ClearTextCheck() {}

  static boolean isAllowed(boolean option, Environment environment) {
    return option || environment.find(VARIABLE).filter("true"::equals).isPresent();
  }

  /** Rejects an API that other machines can reach. */
  static void rejectRemoteApi(String host) {
    if (!HostNames.isLoopback(host)) {
      throw new UsageException(
          "--host %s accepts connections from other machines, which would send tokens in clear text; use --tls-auto or --tls-cert and --tls-key, or --allow-clear-text if a proxy in front terminates TLS"
              .formatted(host));
    }
  }

  /** Rejects databases without TLS that other machines can reach. */
  static void rejectRemoteDatabases(LocalSettings databases) {
    if (!databases.databaseTls().isOff()) {
      return;
    }
    rejectRemoteHost("--listen", databases.listen());
    if (!databases.advertiseHost().isEmpty()) {
      rejectRemoteHost("--advertise-host", databases.advertiseHost());
    }
  }

  /** Rejects a syslog server on another machine, to which events would be sent in clear text. */
  static void rejectRemoteSyslog(String host) {
    if (!HostNames.isLoopback(host)) {
      throw new UsageException(
          "--audit-log sends events to %s in clear text; use a syslog server on this machine that forwards them over TLS, or --allow-clear-text if the network is trusted"
              .formatted(host));
    }
  }

  private static void rejectRemoteHost(String option, String host) {
    if (!HostNames.isLoopback(host)) {
      throw new UsageException(
          "%s %s accepts connections from other machines, and databases have no TLS; use --database-tls auto, or --allow-clear-text if the network is trusted"
              .formatted(option, host));
    }
  }
}
