package dev.goldenrod.server;

import dev.goldenrod.control.Members;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Optional;

/** The token that the first admin starts with. */
final class AdminToken {
  /** The file in the data directory that keeps a token that was made up here. */
  static final String FILE = "admin-token";

  private AdminToken() {}

  /**
   * Sees to it that there is an admin with a token: the operator's, or one made up at the very
   * first start.
   *
   * @return the token, if it was made up now
   */
  static Optional<String> ensure(Members members, ServeSettings settings, DataDirectory directory) {
    try {
      Optional<String> fresh =
          members.bootstrapAdmin(settings.adminEmail(), settings.adminToken().orElse(null));
      if (fresh.isPresent()) {
        directory.writePrivate(FILE, fresh.get() + "\n");
      }
      if (settings.adminToken().isPresent()) {
        // What the file keeps is valid no more.
        Files.deleteIfExists(directory.path().resolve(FILE));
      }
      return fresh;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep the admin token in " + directory.path(), e);
    }
  }
}
