package dev.goldenrod.server;

import dev.goldenrod.control.Members;
import dev.goldenrod.control.Tokens;
import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.process.DurableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The token that the first admin starts with. */
final class AdminToken {
  private AdminToken() {}

  /**
   * Ensures that there is an admin with a token: the operator's, or one made up at the very first
   * start.
   *
   * @return the token, if it was made up now
   */
  static Optional<String> ensure(Members members, ServeSettings settings, DataDirectory directory) {
    try {
      return settings.adminToken().isPresent()
          ? useGiven(members, settings, directory)
          : makeUp(members, directory);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot keep the admin token in " + directory.path(), e);
    }
  }

  private static Optional<String> useGiven(
      Members members, ServeSettings settings, DataDirectory directory) throws IOException {
    members.setBootstrapToken(settings.adminToken().orElseThrow());
    // What the file keeps is valid no more.
    Files.deleteIfExists(directory.adminToken());
    return Optional.empty();
  }

  /** Kept before it counts, so that a kill between the two locks nobody out. */
  private static Optional<String> makeUp(Members members, DataDirectory directory)
      throws IOException {
    if (!members.isEmpty()) {
      return Optional.empty();
    }
    String token = kept(directory);
    return Optional.of(token).filter(members::createFirstAdmin);
  }

  private static String kept(DataDirectory directory) throws IOException {
    Path file = directory.adminToken();
    if (Files.notExists(file)) {
      DurableFile.write(file, (Tokens.newToken() + "\n").getBytes(StandardCharsets.US_ASCII));
    }
    return Files.readString(file).strip();
  }
}
