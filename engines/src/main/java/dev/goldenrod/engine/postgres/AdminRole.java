package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.Passwords;
import dev.goldenrod.engine.PrivateFiles;
import dev.goldenrod.port.DataPlaneException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The bootstrap superuser of a cluster that Goldenrod makes or prepares. It can log in from this
 * machine alone, with a password of the data's own that lies beside the data directory and that
 * only the control plane can read.
 */
public final class AdminRole {
  /** The superuser's name. */
  public static final String NAME = "goldenrod_admin";

  /** The name of the role that clones give out. */
  public static final String CLONE_ROLE = "goldenrod";

  private static final String FILE = "admin-password";
  private static final String NEXT = "admin-password.next";

  private final String password;

  private AdminRole(String password) {
    this.password = password;
  }

  /**
   * Makes up a password for the superuser and keeps it, in place of one that is there.
   *
   * @throws DataPlaneException when the file cannot be written
   */
  public static AdminRole create(PrivateFiles files) {
    return write(files, FILE);
  }

  /**
   * The password that is to take the place of the present one: made up, on the disk for good, and
   * the same again until {@link #succeed} was called.
   *
   * @throws DataPlaneException when the file cannot be written
   */
  static AdminRole successor(PrivateFiles files) {
    return read(files, NEXT).orElseGet(() -> write(files, NEXT));
  }

  /** From now on the successor is the superuser's; the server knows it already. */
  static void succeed(PrivateFiles files) {
    files.rename(NEXT, FILE);
  }

  /**
   * The role with its password, and then with the successor if there is one, which a server knows
   * that was killed in between.
   *
   * @throws DataPlaneException when its password is not there
   */
  public static List<AdminRole> of(PrivateFiles files) {
    List<AdminRole> roles = new ArrayList<>();
    roles.add(read(files, FILE).orElseThrow(() -> unusable("is missing")));
    read(files, NEXT).ifPresent(roles::add);
    return roles;
  }

  private static AdminRole write(PrivateFiles files, String name) {
    String password = Passwords.random();
    files.write(name, password + "\n");
    return new AdminRole(password);
  }

  private static Optional<AdminRole> read(PrivateFiles files, String name) {
    Optional<String> text = files.read(name).map(String::strip);
    if (text.filter(String::isEmpty).isPresent()) {
      throw unusable("is empty");
    }
    return text.map(AdminRole::new);
  }

  /** The password; never goes into a command line, a log or an environment. */
  public String password() {
    return password;
  }

  /** What PostgreSQL takes in place of the password: tells nobody the password. */
  String verifier() {
    return ScramVerifier.ofRandom(password);
  }

  private static DataPlaneException unusable(String why) {
    return new DataPlaneException(
        "the file %s beside the data %s, and without it nothing made of this golden can be used; import the golden again"
            .formatted(FILE, why));
  }
}
