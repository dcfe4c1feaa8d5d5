package dev.goldenrod.dataplane.tls;

import java.util.Optional;

/** What the servers of databases speak TLS with. Thread-safe. */
public interface DatabaseTls {
  /** What clients are told to check, in libpq's words: {@code verify-full} or {@code require}. */
  String sslMode();

  /** The certificates that clients and the control plane know the servers by, as PEM. */
  String authorities();

  /**
   * What a server is to use now, as PEM: its certificate, those that lead to its authority, its
   * key. Secret.
   *
   * @param former what it uses, which is returned as long as it is good
   * @throws dev.goldenrod.port.DataPlaneException when there is none that can be used; the message
   *     says why
   */
  String identity(Optional<String> former);
}
