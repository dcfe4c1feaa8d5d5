package dev.goldenrod.server;

import picocli.CommandLine.Option;

/** The option that selects TLS for databases, on any data plane. */
final class DatabaseTlsOption {
  @Option(
      names = "--database-tls",
      paramLabel = "MODE",
      defaultValue = "off",
      description =
          "Certificates for the TLS of databases, which clients then must use: auto for an"
              + " authority in DIR, or on Kubernetes in the namespace; cert for"
              + " --database-tls-cert or --kube-tls-secret; off for no TLS (${DEFAULT-VALUE}). A"
              + " change applies to each database at its next start.")
  DatabaseTlsKind kind = DatabaseTlsKind.OFF;
}
