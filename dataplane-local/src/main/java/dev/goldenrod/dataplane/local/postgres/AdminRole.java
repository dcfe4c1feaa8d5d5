package dev.goldenrod.dataplane.local.postgres;

import dev.goldenrod.dataplane.local.process.DurableFile;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The bootstrap superuser of a cluster that Goldenrod makes or prepares. It can log in from this
 * machine alone, with a password of the volume's own that lies beside the data directory and that
 * only the server's user can read.
 */
public final class AdminRole {
  /** The superuser's name. */
  public static final String NAME = "goldenrod_admin";

  /** The name of the role that clones give out. */
  public static final String CLONE_ROLE = "goldenrod";

  private final String password;

  private AdminRole(String password) {
    this.password = password;
  }

  /**
   * Makes up a password for the volume's superuser and keeps it in the volume, in place of one that
   * is there.
   *
   * @throws DataPlaneException when the file cannot be written
   */
  public static AdminRole create(PostgresVolume volume) {
    return write(volume, volume.adminPassword());
  }

  /**
   * The password that is to take the place of the volume's: made up, on the disk for good, and the
   * same again until {@link #succeed} was called.
   *
   * @throws DataPlaneException when the file cannot be written
   */
  public static AdminRole successor(PostgresVolume volume) {
    Path file = volume.nextAdminPassword();
    return Files.exists(file) ? read(file) : write(volume, file);
  }

  /** From now on the successor is the volume's; the server knows it already. */
  public static void succeed(PostgresVolume volume) {
    try {
      Files.move(
          volume.nextAdminPassword(), volume.adminPassword(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new DataPlaneException("cannot replace %s: %s".formatted(volume.adminPassword(), e), e);
    }
  }

  /**
   * The role of that volume: with its password, and then with the successor if there is one, which
   * a server knows that was killed in between.
   *
   * @throws DataPlaneException when its password is not there
   */
  public static List<AdminRole> of(PostgresVolume volume) {
    List<AdminRole> roles = new ArrayList<>(List.of(read(volume.adminPassword())));
    if (Files.exists(volume.nextAdminPassword())) {
      roles.add(read(volume.nextAdminPassword()));
    }
    return roles;
  }

  private static AdminRole write(PostgresVolume volume, Path file) {
    String password = Passwords.random();
    try {
      DurableFile.write(file, (password + "\n").getBytes(StandardCharsets.UTF_8));
      return new AdminRole(password);
    } catch (IOException e) {
      throw new DataPlaneException("cannot write %s: %s".formatted(file, e), e);
    }
  }

  private static AdminRole read(Path file) {
    try {
      String password = Files.readString(file).strip();
      if (password.isEmpty()) {
        throw unusable(file, "is empty");
      }
      return new AdminRole(password);
    } catch (NoSuchFileException e) {
      throw unusable(file, "is missing");
    } catch (IOException e) {
      throw new DataPlaneException("cannot read %s: %s".formatted(file, e), e);
    }
  }

  /** The password; never goes into a command line, a log or an environment. */
  public String password() {
    return password;
  }

  /** What to give {@code ALTER ROLE … PASSWORD}: tells nobody the password. */
  public String verifier() {
    return Passwords.verifier(password);
  }

  private static DataPlaneException unusable(Path file, String why) {
    return new DataPlaneException(
        "%s %s, and without it nothing made of this golden can be used; import the golden again"
            .formatted(file, why));
  }
}
