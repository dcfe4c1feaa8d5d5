package dev.goldenrod.engine.postgres;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file of {@code pg_authid} in new data that no server uses. */
final class AuthidFile {
  private static final Logger LOG = LoggerFactory.getLogger(AuthidFile.class);
  private static final String CONTROL = "global/pg_control";

  /** The offset of the cluster's state in the control file. */
  private static final int STATE_AT = 16;

  private static final int SHUT_DOWN = 1;

  private final VerifierPlaces places;
  private final Path path;
  private final byte[] content;

  private AuthidFile(VerifierPlaces places, Path path, byte[] content) {
    this.places = places;
    this.path = path;
    this.content = content;
  }

  /**
   * Returns the file if it is certain that its verifiers can be replaced: it is as it was when
   * their places were saved, and the server was shut down cleanly, so that no WAL changes it.
   *
   * @param files returns the path of a file in the data directory
   * @param wasBegun whether an earlier process may have begun to replace the verifiers. They may
   *     then be partly written, and the server may have run since without changing the file
   * @throws DataPlaneException if it was begun and the file cannot be read now
   */
  static Optional<AuthidFile> find(
      VerifierPlaces places, Function<String, Path> files, boolean wasBegun) {
    try {
      Path path = files.apply(places.file());
      byte[] content = read(path);
      boolean isCertain =
          places.matches(content)
              && (wasBegun
                  || places.holdVerifiers(content) && isShutDown(read(files.apply(CONTROL))));
      return isCertain ? Optional.of(new AuthidFile(places, path, content)) : Optional.empty();
    } catch (IOException e) {
      if (wasBegun) {
        throw new DataPlaneException(
            "cannot read %s, whose login may be partly written: %s".formatted(places.file(), e), e);
      }
      LOG.debug("Cannot read {}, so the login is set after the start", places.file(), e);
      return Optional.empty();
    }
  }

  private static boolean isShutDown(byte[] control) {
    return control.length >= STATE_AT + Integer.BYTES
        && ByteBuffer.wrap(control).order(ByteOrder.nativeOrder()).getInt(STATE_AT) == SHUT_DOWN;
  }

  /** Reads a small file. A link could lead out of the data directory, and a pipe would block. */
  private static byte[] read(Path file) throws IOException {
    if (!Files.isDirectory(file.getParent(), LinkOption.NOFOLLOW_LINKS)
        || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(file + " is no regular file");
    }
    try (InputStream stream = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      byte[] content = stream.readNBytes(VerifierPlaces.LARGEST + 1);
      if (content.length > VerifierPlaces.LARGEST) {
        throw new IOException("%s has over %d bytes".formatted(file, VerifierPlaces.LARGEST));
      }
      return content;
    }
  }

  /**
   * Replaces the verifiers. After a failure they may be partly written, and must be replaced again
   * before the server starts.
   */
  void replaceVerifiers(String roleVerifier, String adminVerifier) {
    byte[] next = places.replaced(content, roleVerifier, adminVerifier);
    try (FileChannel channel = open()) {
      for (int number : places.pages()) {
        int offset = number * PageChecksum.PAGE_BYTES;
        ByteBuffer page = ByteBuffer.wrap(next, offset, PageChecksum.PAGE_BYTES);
        while (page.hasRemaining()) {
          channel.write(page, page.position());
        }
      }
    } catch (IOException e) {
      throw new DataPlaneException("cannot write the login to %s: %s".formatted(path, e), e);
    }
  }

  /** Flushes the file to disk, with its directory, which may have been made for it. */
  void force() {
    try (FileChannel channel = open();
        FileChannel directory = FileChannel.open(path.getParent());
        FileChannel parent = FileChannel.open(path.getParent().getParent())) {
      channel.force(true);
      directory.force(true);
      parent.force(true);
    } catch (IOException e) {
      throw new DataPlaneException("cannot flush %s to disk: %s".formatted(path, e), e);
    }
  }

  private FileChannel open() throws IOException {
    return FileChannel.open(path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
  }
}
