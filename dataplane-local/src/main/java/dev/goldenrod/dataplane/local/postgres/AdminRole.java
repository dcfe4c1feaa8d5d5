package dev.goldenrod.dataplane.local.postgres;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The bootstrap superuser of every cluster that Goldenrod makes or prepares. It can log in from
 * this machine alone, with a password that only the data directory's owner can read.
 */
public final class AdminRole {
  /** The superuser's name. */
  public static final String NAME = "goldenrod_admin";

  /** The name of the role that clones give out. */
  public static final String CLONE_ROLE = "goldenrod";

  private static final String FILE = "local-admin-password";

  private final String password;

  private AdminRole(String password) {
    this.password = password;
  }

  /**
   * The role of that data directory, its password made up the first time.
   *
   * @throws DataPlaneException when the file cannot be read or written
   */
  public static AdminRole of(Path dataDir) {
    Path file = dataDir.resolve(FILE);
    try {
      if (!Files.exists(file)) {
        create(file);
      }
      return new AdminRole(Files.readString(file).strip());
    } catch (IOException e) {
      throw new DataPlaneException("cannot read or make %s: %s".formatted(file, e), e);
    }
  }

  /** The password; never goes into a command line, a log or an environment. */
  public String password() {
    return password;
  }

  /** What to give {@code CREATE ROLE … PASSWORD}: tells nobody the password. */
  public String verifier() {
    return Passwords.verifier(password);
  }

  private static void create(Path file) throws IOException {
    Path temporary =
        Files.createTempFile(
            file.toAbsolutePath().getParent(),
            FILE,
            ".tmp",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(temporary, Passwords.random() + "\n");
    try {
      // A link, unlike a move, never takes the place of a password that is in use.
      Files.createLink(file, temporary);
    } catch (FileAlreadyExistsException e) {
      return;
    } finally {
      Files.delete(temporary);
    }
  }
}
