package dev.goldenrod.cli.config;

import dev.goldenrod.client.NoAnswerException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The admin's token of a server of one's own, which that server renews in its data directory.
 *
 * @param server the server's address
 * @param file the file that holds the token; the server runs as its owner
 */
public record OwnToken(URI server, Path file) {
  private static final String NAME = "admin-token";

  static Optional<OwnToken> of(URI server, Path tokenFile) {
    return tokenFile.endsWith(NAME)
        ? Optional.of(new OwnToken(server, tokenFile))
        : Optional.empty();
  }

  /**
   * Returns the token as it is now.
   *
   * @throws dev.goldenrod.cli.terminal.CliException when the file cannot be read
   */
  public String read() {
    return PrivateFiles.read(file);
  }

  /**
   * Returns true unless another user of this machine listens in the server's place.
   *
   * @throws NoAnswerException when one does
   */
  public boolean requireNoStranger() {
    stranger()
        .ifPresent(
            stranger -> {
              throw new NoAnswerException(stranger);
            });
    return true;
  }

  /** Says which other user of this machine listens in the server's place; empty if none does. */
  Optional<String> stranger() {
    return LoopbackListeners.stranger(server, file).stream()
        .mapToObj(
            uid ->
                "user %d listens at %s in place of the server, which does not run"
                    .formatted(uid, server))
        .findFirst();
  }

  /** Whether the server is not run by root: its engines run as the same user. */
  boolean hasEnginesOfItsUser() {
    try {
      return (int) Files.getAttribute(file, "unix:uid") != LoopbackListeners.ROOT;
    } catch (IOException gone) {
      return false;
    }
  }
}
