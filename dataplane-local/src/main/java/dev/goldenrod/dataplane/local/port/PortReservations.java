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
 * Reservations of ports or user ids by which servers of the same user avoid each other's, including
 * those of stopped databases. Best effort: a server relies on its data directory only.
 *
 * <p>Each reservation is a file named after the port or id with its owner's id, in a folder that
 * survives reboots and is writable only for the user.
 */
record PortReservations(Path folder, String owner) {
  private static final int LONGEST = 256;

  static Path ofUser() {
    return folder("ports");
  }

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

  /** Reserves the port; returns false if another server has reserved it. */
  boolean claim(int port) {
    try {
      return createAnew(port) || isOwn(port);
    } catch (IOException e) {
      return true;
    }
  }

  /** Reserves the id; returns false if any server, even this one, has reserved it. */
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
      // A power failure left the file empty, since reservations are written atomically.
      Files.deleteIfExists(file(port));
    }
    return create(port);
  }

  void release(int port) {
    try {
      if (isOwn(port)) {
        Files.deleteIfExists(file(port));
      }
    } catch (IOException e) {
      // Other servers will avoid the port longer than necessary.
      return;
    }
  }

  void releaseAll() {
    releaseAllBut(Set.of());
  }

  /** Releases all of the owner's reservations except the given ports. */
  void releaseAllBut(Set<Integer> kept) {
    try (DirectoryStream<Path> claimed = Files.newDirectoryStream(folder, "[0-9]*")) {
      for (Path file : claimed) {
        int port = Integer.parseInt(file.getFileName().toString());
        if (!kept.contains(port)) {
          release(port);
        }
      }
    } catch (IOException e) {
      // The folder does not exist or is inaccessible.
      return;
    }
  }

  /** Creates the file atomically; returns false if it exists. */
  private boolean create(int port) throws IOException {
    Path fresh = Files.createTempFile(folder, ".", ".new");
    try {
      Files.writeString(fresh, owner);
      // Unlike a move, a link never replaces another server's reservation.
      Files.createLink(file(port), fresh);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } finally {
      Files.delete(fresh);
    }
  }

  /** The first builds wrote the data directory's id alone, with which the owner's name begins. */
  private boolean isOwn(int port) throws IOException {
    String content = content(port);
    return content.equals(owner) || !content.isBlank() && owner.startsWith(content + "-");
  }

  /** Returns the file's content, or an empty string if there is no regular file. */
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
