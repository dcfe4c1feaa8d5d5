package dev.goldenrod.dataplane.local.port;

import dev.goldenrod.dataplane.local.file.OwnerOnly;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * What the servers of one user tell each other about ports, or user ids, that belong to their
 * databases, also to those that are stopped just now. A courtesy: the data directory is what a
 * server relies on.
 *
 * <p>One file per port or id, named after it, holding its owner's id, in a folder of the user's own
 * that survives reboots, and is writable for that user alone.
 */
final class PortReservations {
  private static final int LONGEST = 256;

  private final Path folder;
  private final String owner;

  PortReservations(Path folder, String owner) {
    this.folder = folder;
    this.owner = owner;
  }

  /** Where the claims of ports of this process's user are. */
  static Path ofUser() {
    return folder("ports");
  }

  /** Where its claims of user ids are. */
  static Path ofUserIds() {
    return folder("users");
  }

  private static Path folder(String name) {
    Path state =
        System.getProperty("user.name").equals("root")
            ? Path.of("/var/lib")
            : Optional.ofNullable(System.getenv("XDG_STATE_HOME"))
                .filter(home -> !home.isEmpty())
                .map(Path::of)
                .orElse(Path.of(System.getProperty("user.home"), ".local", "state"));
    return state.resolve("goldenrod").resolve(name);
  }

  /** Claims the port; false when another server has. */
  boolean claim(int port) {
    try {
      return createAnew(port) || content(port).equals(owner);
    } catch (IOException e) {
      return true;
    }
  }

  /** Claims the id; false when a server, be it this one, has. */
  boolean claimUnclaimed(int id) {
    try {
      return createAnew(id);
    } catch (IOException e) {
      return true;
    }
  }

  private boolean createAnew(int port) throws IOException {
    open();
    if (Files.exists(file(port), LinkOption.NOFOLLOW_LINKS) && content(port).isBlank()) {
      // A claim appears whole; a power loss left it so.
      Files.deleteIfExists(file(port));
    }
    return create(port);
  }

  /** Takes back the own claim of the port, if there is one. */
  void release(int port) {
    try {
      if (content(port).equals(owner)) {
        Files.deleteIfExists(file(port));
      }
    } catch (IOException e) {
      // The port is avoided by other servers for longer than needed, and still given out last.
      return;
    }
  }

  /** Takes back all own claims. */
  void releaseAll() {
    releaseAllBut(Set.of());
  }

  /** Takes back the own claims of all other ports. */
  void releaseAllBut(Set<Integer> kept) {
    try (DirectoryStream<Path> claimed = Files.newDirectoryStream(folder, "[0-9]*")) {
      for (Path file : claimed) {
        int port = Integer.parseInt(file.getFileName().toString());
        if (!kept.contains(port)) {
          release(port);
        }
      }
    } catch (IOException e) {
      // There is no such folder, or none of ours in it.
      return;
    }
  }

  /** Makes the claim whole or not at all; false when there is one. */
  private boolean create(int port) throws IOException {
    Path fresh = Files.createTempFile(folder, ".", ".new");
    try {
      Files.writeString(fresh, owner);
      // A link, unlike a move, never takes the place of another server's claim.
      Files.createLink(file(port), fresh);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } finally {
      Files.delete(fresh);
    }
  }

  /** Empty when there is no claim, or none that could be one. */
  private String content(int port) throws IOException {
    if (!Files.isRegularFile(file(port), LinkOption.NOFOLLOW_LINKS)) {
      return "";
    }
    try (InputStream input = Files.newInputStream(file(port), LinkOption.NOFOLLOW_LINKS)) {
      return new String(input.readNBytes(LONGEST), StandardCharsets.UTF_8);
    }
  }

  private Path file(int port) {
    return folder.resolve(Integer.toString(port));
  }

  private void open() throws IOException {
    Files.createDirectories(folder, OwnerOnly.FOLDER);
  }
}
