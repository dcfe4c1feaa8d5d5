package dev.goldenrod.dataplane.local.postgres;

import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Where things are in a volume that holds a PostgreSQL cluster.
 *
 * @param root the volume's directory
 */
public record PostgresVolume(Path root) {
  /**
   * Makes a volume that is in no store: a directory of the server's with one of the user's in it.
   * What is there already is left as it is.
   */
  public static PostgresVolume make(Path root, RunAs user) {
    PostgresVolume volume = new PostgresVolume(root);
    try {
      Files.createDirectories(root);
      user.letPass(root);
      if (!Files.isDirectory(volume.data())) {
        Files.createDirectory(
            volume.data(),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        user.chown(volume.data());
      }
      return volume;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a volume in " + root, e);
    }
  }

  /** The data directory. */
  public Path data() {
    return root.resolve(VolumeStore.DATA);
  }

  /** Where the configuration is that Goldenrod writes at each start; it goes with the volume. */
  public Path conf() {
    return root.resolve("conf");
  }

  /** What a clone has to know of the golden; see {@link GoldenInfo}. */
  public Path info() {
    return root.resolve("golden.json");
  }

  /** Where the superuser's password is, for the server's user alone; see {@link AdminRole}. */
  public Path adminPassword() {
    return root.resolve("admin-password");
  }

  /** Where the password is that takes its place when the server knows it. */
  Path nextAdminPassword() {
    return root.resolve("admin-password.next");
  }

  /** Whether there is a data directory at all. */
  public boolean hasData() {
    return Files.isRegularFile(data().resolve("PG_VERSION"));
  }
}
