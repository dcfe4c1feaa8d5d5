package dev.goldenrod.server;

import dev.goldenrod.control.Members;
import dev.goldenrod.control.Tokens;
import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.file.DurableFile;
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
   * Ensures that an admin can log in: with the operator's token, or with one that is made up when
   * no admin has a password or a token, as at the very first start.
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

  /** Kept before it counts, so that a kill between the two does not lock the admin out. */
  private static Optional<String> makeUp(Members members, DataDirectory directory)
      throws IOException {
    if (members.canAdminLogIn()) {
      return Optional.empty();
    }
    String token = members.isEmpty() ? kept(directory) : written(directory);
    return Optional.of(token).filter(members::letAdminIn);
  }

  /** What an earlier start wrote, which was killed before it counted; else a new one. */
  private static String kept(DataDirectory directory) throws IOException {
    Path file = directory.adminToken();
    return Files.exists(file) ? Files.readString(file).strip() : written(directory);
  }

  /** A new one: a token that the file may hold was taken from an admin for good. */
  private static String written(DataDirectory directory) throws IOException {
    String token = Tokens.newToken();
    DurableFile.write(directory.adminToken(), (token + "\n").getBytes(StandardCharsets.US_ASCII));
    return token;
  }
}
