package dev.goldenrod.server.testing;

import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.server.UsageException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/**
 * The folder of a test server. Another user who can write to it could read the server's token and
 * run programs as its user.
 */
final class PrivateFolder {
  private static final int GROUP_OR_OTHERS_WRITE = 0022;

  private PrivateFolder() {}

  /**
   * Creates a missing folder with access for this user only, regardless of the umask.
   *
   * @throws UsageException if it is a link, belongs to another user, or is writable by others
   */
  static void create(Path folder) throws IOException {
    if (Files.isSymbolicLink(folder)) {
      throw unsafe(folder, "is a symbolic link");
    }
    Files.createDirectories(folder, OwnerOnly.FOLDER);
    Map<String, Object> attributes = attributes(folder);
    if (!attributes.get("uid").equals(ownUser(folder))) {
      throw unsafe(folder, "belongs to another user");
    }
    if (((int) attributes.get("mode") & GROUP_OR_OTHERS_WRITE) != 0) {
      throw unsafe(folder, "is writable by other users (chmod go-w)");
    }
  }

  private static Object ownUser(Path folder) throws IOException {
    try {
      Path made = Files.createTempFile(folder, "owner", ".new", OwnerOnly.FILE);
      try {
        return attributes(made).get("uid");
      } finally {
        Files.delete(made);
      }
    } catch (AccessDeniedException e) {
      throw unsafe(folder, "belongs to another user");
    }
  }

  private static Map<String, Object> attributes(Path path) throws IOException {
    return Files.readAttributes(path, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
  }

  private static UsageException unsafe(Path folder, String why) {
    return new UsageException(
        "%s cannot be the folder of a test server: it %s, so other users could run programs as this user; choose another --folder"
            .formatted(folder, why));
  }
}
