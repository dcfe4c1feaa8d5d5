package dev.goldenrod.cli.connect;

import dev.goldenrod.cli.config.PrivateFiles;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.client.ApiException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * The authorities of databases' certificates, in files that clients on this machine are told of.
 */
final class DatabaseAuthorities {
  private static final int NOT_FOUND = 404;

  private DatabaseAuthorities() {}

  /** The file with what the server tells now; empty where it knows none. */
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
