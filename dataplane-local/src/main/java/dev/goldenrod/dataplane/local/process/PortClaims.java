package dev.goldenrod.dataplane.local.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * What the servers of one machine tell each other about ports that belong to their databases, also
 * to those that are stopped just now. A courtesy: the data directory is what a server relies on.
 *
 * <p>One file per port, named after it, holding its owner's id, in a folder that survives reboots.
 */
final class PortClaims {
  static final Path SHARED = Path.of("/var/tmp/goldenrod-ports");

  private final Path folder;
  private final String owner;

  PortClaims(Path folder, String owner) {
    this.folder = folder;
    this.owner = owner;
  }

  /** Claims the port; false when another server has. */
  boolean claim(int port) {
    try {
      open();
      Files.writeString(Files.createFile(file(port)), owner);
      return true;
    } catch (FileAlreadyExistsException e) {
      return isOwn(port);
    } catch (IOException e) {
      return true;
    }
  }

  /** Takes back the own claim of the port, if there is one. */
  void release(int port) {
    try {
      if (isOwn(port)) {
        Files.deleteIfExists(file(port));
      }
    } catch (IOException e) {
      // The port is avoided by other servers for longer than needed, and still given out last.
      return;
    }
  }

  /** Takes back all own claims. */
  void releaseAll() {
    try (DirectoryStream<Path> claimed = Files.newDirectoryStream(folder, "[0-9]*")) {
      for (Path file : claimed) {
        release(Integer.parseInt(file.getFileName().toString()));
      }
    } catch (IOException e) {
      // There is no such folder, or none of ours in it.
      return;
    }
  }

  private boolean isOwn(int port) {
    try {
      return Files.readString(file(port)).equals(owner);
    } catch (IOException e) {
      return false;
    }
  }

  private Path file(int port) {
    return folder.resolve(Integer.toString(port));
  }

  private void open() throws IOException {
    if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.createDirectory(folder);
    // As /tmp: everybody adds, each deletes his own.
    Files.setAttribute(folder, "unix:mode", 01777);
  }
}
