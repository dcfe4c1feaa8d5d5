package dev.goldenrod.server;

import picocli.CommandLine.Option;

/** The option that selects TLS for databases, on any data plane. */
final class DatabaseTlsOption {
  @Option(
      names = "--database-tls",
      paramLabel = "WAY",
      defaultValue = "off",
      description =
          "What databases speak TLS with, and clients have to: auto for certificates of an authority"
              + " in DIR, or on Kubernetes in the namespace, cert for --database-tls-cert or"
              + " --kube-tls-secret, off for none (${DEFAULT-VALUE}). It holds for each database from"
              + " its next start on.")
  DatabaseTlsKind kind = DatabaseTlsKind.OFF;
}
