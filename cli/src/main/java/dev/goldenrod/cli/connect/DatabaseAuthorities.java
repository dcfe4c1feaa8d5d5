package dev.goldenrod.cli.connect;

import dev.goldenrod.cli.config.PrivateFiles;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.client.ApiException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/** Files with the certificate authorities of databases, for client programs on this machine. */
final class DatabaseAuthorities {
  private static final int NOT_FOUND = 404;

  private DatabaseAuthorities() {}

  /** Returns the file with the server's current authorities; empty if the server has none. */
  static Optional<Path> of(Session session, Path folder) {
    try {
      String pem = session.api().getText("/v1/ca.pem");
      UUID name = UUID.nameUUIDFromBytes(pem.getBytes(StandardCharsets.US_ASCII));
      Path file = folder.resolve("authorities").resolve(name + ".pem");
      if (!Files.exists(file)) {
        PrivateFiles.write(file, pem);
      }
      return Optional.of(file);
    } catch (ApiException refused) {
      if (refused.status() == NOT_FOUND) {
        return Optional.empty();
      }
      throw refused;
    }
  }
}
