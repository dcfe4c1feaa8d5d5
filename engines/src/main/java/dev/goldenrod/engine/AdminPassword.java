package dev.goldenrod.engine;

import dev.goldenrod.port.DataPlaneException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The password of the login by which the control plane administers a server: the data's own, beside
 * the data directory, where only the control plane can read it.
 */
public final class AdminPassword {
  private static final String FILE = "admin-password";
  private static final String NEXT = "admin-password.next";

  /** What the file holds. */
  private final String content;

  private AdminPassword(String content) {
    if (content.isBlank()) {
      throw unusable("is empty");
    }
    this.content = content;
  }

  /**
   * Makes up a password and keeps it, in place of one that is there.
   *
   * @throws DataPlaneException when the file cannot be written
   */
  public static AdminPassword create(PrivateFiles files) {
    AdminPassword created = random();
    files.write(FILE, created.content);
    return created;
  }

  /**
   * The password that is to take the place of the present one: made up, on the disk for good, and
   * the same again, for all servers of the control plane, until {@link #replaceCurrent} was called.
   *
   * @throws DataPlaneException when the file cannot be written
   */
  public static AdminPassword successor(PrivateFiles files) {
    return new AdminPassword(files.createIfMissing(NEXT, random().content));
  }

  /** Whether there is a successor that may not have succeeded yet. */
  public static boolean hasSuccessor(PrivateFiles files) {
    return files.read(NEXT).isPresent();
  }

  /**
   * From now on this successor is the login's, which the server knows already; without effect when
   * it is not the successor any more.
   */
  public void replaceCurrent(PrivateFiles files) {
    files.rename(NEXT, content, FILE);
  }

  /**
   * The password, and then the successor if there is one, which a server knows that was killed in
   * between.
   *
   * @throws DataPlaneException when it is not there
   */
  public static List<AdminPassword> of(PrivateFiles files) {
    List<AdminPassword> passwords = new ArrayList<>();
    passwords.add(read(files, FILE).orElseThrow(() -> unusable("is missing")));
    read(files, NEXT).ifPresent(passwords::add);
    return passwords;
  }

  private static AdminPassword random() {
    return new AdminPassword(Passwords.random() + "\n");
  }

  private static Optional<AdminPassword> read(PrivateFiles files, String name) {
    return files.read(name).map(AdminPassword::new);
  }

  /** The password itself; never goes into a command line, a log or an environment. */
  public String text() {
    return content.strip();
  }

  private static DataPlaneException unusable(String why) {
    return new DataPlaneException(
        "the file %s beside the data %s, and without it nothing made of this data can be used; make or import it again"
            .formatted(FILE, why));
  }
}
