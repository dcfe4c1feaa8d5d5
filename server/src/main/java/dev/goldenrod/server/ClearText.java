package dev.goldenrod.server;

import dev.goldenrod.dataplane.tls.HostNames;

/** Refuses to have passwords and tokens go to other machines without TLS, unless that is wanted. */
final class ClearText {
  private static final String VARIABLE = "GOLDENROD_ALLOW_CLEAR_TEXT";

  private ClearText() {}

  /** Whether it is wanted, by the option or by the variable. */
  static boolean isAllowed(boolean option, Environment environment) {
    return option || environment.find(VARIABLE).filter("true"::equals).isPresent();
  }

  /**
   * Refuses an API that other machines reach in clear text.
   *
   * @throws UsageException when it is one
   */
  static void refuse(String host) {
    if (!HostNames.isLoopback(host)) {
      throw new UsageException(
          "--host %s is reached by other machines, and tokens would go there in clear text; give --tls-auto or --tls-cert and --tls-key, or --allow-clear-text where a proxy in front has TLS"
              .formatted(host));
    }
  }

  /**
   * Refuses databases that other machines reach in clear text.
   *
   * @throws UsageException when they are such
   */
  static void refuse(LocalSettings databases) {
    if (!databases.databaseTls().isOff()) {
      return;
    }
    refuseDatabases("--listen", databases.listen());
    if (!databases.advertiseHost().isEmpty()) {
      refuseDatabases("--advertise-host", databases.advertiseHost());
    }
  }

  /**
   * Refuses a syslog server on another machine, to which events go in clear text.
   *
   * @throws UsageException when it is one
   */
  static void refuseSyslog(String host) {
    if (!HostNames.isLoopback(host)) {
      throw new UsageException(
          "--audit-log goes to %s in clear text; send it to a syslog server of this machine that passes it on by TLS, or give --allow-clear-text where the network is trusted"
              .formatted(host));
    }
  }

  private static void refuseDatabases(String option, String host) {
    if (!HostNames.isLoopback(host)) {
      throw new UsageException(
          "%s %s has clients of other machines, and databases have no TLS; give --database-tls auto, or --allow-clear-text where the network is trusted"
              .formatted(option, host));
    }
  }
}
