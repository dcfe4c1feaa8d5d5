package dev.goldenrod.engine;

import dev.goldenrod.port.DataPlaneException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The password of the control plane's administrator login to a database server. It belongs to one
 * data directory and lies beside it in a file that only the control plane can read.
 */
public final class AdminPassword {
  private static final String FILE = "admin-password";
  private static final String NEXT = "admin-password.next";

  private final String content;

  private AdminPassword(String content) {
    if (content.isBlank()) {
      throw unusable("is empty");
    }
    this.content = content;
  }

  /** Creates a random password and saves it, replacing an existing one. */
  public static AdminPassword create(PrivateFiles files) {
    AdminPassword created = random();
    files.write(FILE, created.content);
    return created;
  }

  /**
   * Returns the password that will replace the current one, created and saved on the first call.
   * All control plane processes get the same until {@link #replaceCurrent} is called.
   */
  public static AdminPassword successor(PrivateFiles files) {
    return new AdminPassword(files.createIfMissing(NEXT, random().content));
  }

  /** Returns whether there is a successor that the server may or may not know yet. */
  public static boolean hasSuccessor(PrivateFiles files) {
    return files.read(NEXT).isPresent();
  }

  /**
   * Makes this successor the current password, after the server was told. Without effect if it is
   * not the successor any more.
   */
  public void replaceCurrent(PrivateFiles files) {
    files.rename(NEXT, content, FILE);
  }

  /**
   * Returns the current password, followed by the successor if there is one: a process killed
   * between setting and saving leaves a server that knows only the successor.
   *
   * @throws DataPlaneException if there is no current password
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

  /** Returns the password, which must not occur in a command line, a log or an environment. */
  public String text() {
    return content.strip();
  }

  private static DataPlaneException unusable(String why) {
    return new DataPlaneException(
        "the file %s next to the data %s, and without it nothing created from this data can be used; create or import the data again"
            .formatted(FILE, why));
  }
}
