package dev.goldenrod.cli.config;

import dev.goldenrod.cli.terminal.ShellWord;
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
  /** The file's name, in the data directory. */
  public static final String NAME = "admin-token";

  private static final String USUAL = ".goldenrod";

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
   * Returns true when the server itself listens at its address, as far as the system tells.
   *
   * @throws NoAnswerException when it does not listen, or another user of this machine has a socket
   *     at its address
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
   * Says why the token must not be sent: another user of this machine has a socket at the server's
   * address, or could open one there before the request arrives, because the server does not
   * listen. Empty if it may be sent.
   */
  Optional<String> problem() {
    return LoopbackListeners.problem(server, file);
  }

  /** The command that starts the server. */
  public String start() {
    Path dataDir = file.toAbsolutePath().getParent();
    return dataDir.equals(Path.of(System.getProperty("user.home"), USUAL))
        ? "goldenrod up"
        : "goldenrod up --data-dir " + ShellWord.of(dataDir.toString());
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
