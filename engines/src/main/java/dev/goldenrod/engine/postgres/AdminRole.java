package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.AdminPassword;
import dev.goldenrod.engine.PrivateFiles;
import dev.goldenrod.port.DataPlaneException;
import java.util.List;

/**
 * The bootstrap superuser of a data directory that Goldenrod makes or prepares. It can log in from
 * this machine alone, with a password of the data's own; see {@link AdminPassword}.
 */
public final class AdminRole {
  /** The superuser's name. */
  public static final String NAME = "goldenrod_admin";

  /** The name of the role that clones give out. */
  public static final String CLONE_ROLE = "goldenrod";

  private final AdminPassword password;

  private AdminRole(AdminPassword password) {
    this.password = password;
  }

  /**
   * Makes up a password for the superuser and keeps it, in place of one that is there.
   *
   * @throws DataPlaneException when the file cannot be written
   */
  public static AdminRole create(PrivateFiles files) {
    return new AdminRole(AdminPassword.create(files));
  }

  /**
   * The superuser with the password that is to take the place of the present one.
   *
   * @throws DataPlaneException when the file cannot be written
   */
  static AdminRole successor(PrivateFiles files) {
    return new AdminRole(AdminPassword.successor(files));
  }

  /**
   * The role with its password, and then with the successor if there is one, which a server knows
   * that was killed in between.
   *
   * @throws DataPlaneException when its password is not there
   */
  public static List<AdminRole> of(PrivateFiles files) {
    return AdminPassword.of(files).stream().map(AdminRole::new).toList();
  }

  /** Whether a successor's password may be known to the server, and not on its disk for good. */
  static boolean isBeingReplaced(PrivateFiles files) {
    return AdminPassword.hasSuccessor(files);
  }

  /** The password; never goes into a command line, a log or an environment. */
  public String password() {
    return password.text();
  }

  /** From now on this successor's password is the role's; the server knows it already. */
  void replaceCurrent(PrivateFiles files) {
    password.replaceCurrent(files);
  }

  /**
   * The SCRAM verifier, which PostgreSQL takes in place of the password and which does not reveal
   * it.
   */
  String verifier() {
    return ScramVerifier.ofRandom(password());
  }
}
