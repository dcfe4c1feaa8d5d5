package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.AdminPassword;
import dev.goldenrod.engine.PrivateFiles;
import dev.goldenrod.port.DataPlaneException;
import java.util.List;

/**
 * The bootstrap superuser of a data directory that Goldenrod creates or prepares. It can log in
 * from this machine only, with a password of its data directory; see {@link AdminPassword}.
 */
public final class AdminRole {
  public static final String NAME = "goldenrod_admin";

  /** The name of the role that the clients of clones use. */
  public static final String CLONE_ROLE = "goldenrod";

  private final AdminPassword password;

  private AdminRole(AdminPassword password) {
    this.password = password;
  }

  /** Creates and saves a random password for the superuser, replacing an existing one. */
  public static AdminRole create(PrivateFiles files) {
    return new AdminRole(AdminPassword.create(files));
  }

  static AdminRole successor(PrivateFiles files) {
    return new AdminRole(AdminPassword.successor(files));
  }

  /**
   * Returns the superuser with its current password, followed by the successor's if there is one,
   * which a server that was killed while its password was replaced may know.
   *
   * @throws DataPlaneException if there is no current password
   */
  public static List<AdminRole> of(PrivateFiles files) {
    return AdminPassword.of(files).stream().map(AdminRole::new).toList();
  }

  /** Returns whether the server may know a successor's password without having it on disk. */
  static boolean isBeingReplaced(PrivateFiles files) {
    return AdminPassword.hasSuccessor(files);
  }

  /** Returns the password, which must not occur in a command line, a log or an environment. */
  public String password() {
    return password.text();
  }

  void replaceCurrent(PrivateFiles files) {
    password.replaceCurrent(files);
  }

  /** Returns the SCRAM verifier, which PostgreSQL accepts in place of the password. */
  String verifier() {
    return ScramVerifier.ofRandom(password());
  }
}
