package dev.goldenrod.cli.config;

import dev.goldenrod.cli.terminal.ShellWord;
import dev.goldenrod.client.NoAnswerException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The admin token of the user's own server, which that server renews in its data directory.
 *
 * @param file the file that holds the token; the server runs as the file's owner
 */
public record OwnToken(URI server, Path file) {
  public static final String NAME = "admin-token";

  private static final String USUAL = ".goldenrod";

  static Optional<OwnToken> of(URI server, Path tokenFile) {
    return tokenFile.endsWith(NAME)
        ? Optional.of(new OwnToken(server, tokenFile))
        : Optional.empty();
  }

  public String read() {
    return PrivateFiles.read(file);
  }

  /**
   * Returns true if the server listens at its address, as far as the system can tell.
   *
   * @throws NoAnswerException if it does not, or another user of this machine has a socket there
   */
  public boolean requireListening() {
    problem()
        .ifPresent(
            problem -> {
              throw new NoAnswerException(problem);
            });
    return true;
  }

  /**
   * Returns why the token must not be sent: another user of this machine has a socket at the
   * server's address, or could open one before the request arrives. Empty if it may be sent.
   */
  Optional<String> problem() {
    return LoopbackListeners.problem(server, file);
  }

  /** Returns the command that starts the server. */
  public String startCommand() {
    Path dataDir = file.toAbsolutePath().getParent();
    return dataDir.equals(Path.of(System.getProperty("user.home"), USUAL))
        ? "goldenrod up"
        : "goldenrod up --data-dir " + ShellWord.of(dataDir.toString());
  }

  /** Returns whether the server, and therefore its engines, run as a user other than root. */
  boolean hasEnginesOfItsUser() {
    try {
      return (int) Files.getAttribute(file, "unix:uid") != LoopbackListeners.ROOT;
    } catch (IOException gone) {
      return false;
    }
  }
}
