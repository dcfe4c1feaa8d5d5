package dev.goldenrod.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The folder of a test server. */
record ServerFolder(Path path) {
  private static final long PAUSE_MILLIS = 1;
  private static final Pattern COMMAND = Pattern.compile("'goldenrod ([^']*)'");

  Path jar() {
    return path.resolve("goldenrod.jar");
  }

  /** Rewrites the commands in an advice so that they run with the jar in this folder. */
  String asCommands(String advice) {
    return COMMAND
        .matcher(advice)
        .replaceAll(
            found ->
                Matcher.quoteReplacement("'java -jar %s %s'".formatted(jar(), found.group(1))));
  }

  Path address() {
    return path.resolve("address");
  }

  /** Returns whether the server answers. The token is not sent to another process. */
  boolean isUp() throws IOException {
    try {
      api().send(client -> client.auth().currentUser());
      return true;
    } catch (GoldenrodException | NoSuchFileException ended) {
      return false;
    }
  }

  /**
   * Returns a client of the current server. It does not send requests to a later server, which has
   * a different token.
   *
   * @throws NoSuchFileException if there is no server
   */
  Api api() throws IOException {
    String address = readAddress();
    String token = readToken();
    return new Api(URI.create(address), token, () -> isAt(address, token));
  }

  private boolean isAt(String address, String token) {
    try {
      return readAddress().equals(address) && readToken().equals(token) && isHeld();
    } catch (NoSuchFileException ended) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }

  private String readAddress() throws IOException {
    return Files.readString(address()).strip();
  }

  private String readToken() throws IOException {
    return Files.readString(path.resolve("data").resolve("admin-token")).strip();
  }

  /**
   * Returns whether a server is running, which holds a lock on its data directory. After a server
   * was killed, another process may listen at its address.
   */
  boolean isHeld() throws IOException {
    Path lock = path.resolve("data").resolve("server.lock");
    // Concurrent attempts within one process would fail with an overlap and reveal nothing.
    synchronized (ServerFolder.class) {
      while (true) {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
            FileLock free = channel.tryLock()) {
          return free == null;
        } catch (OverlappingFileLockException triedByAnotherClassLoader) {
          PollInterval.sleep(PAUSE_MILLIS);
        } catch (NoSuchFileException neverStarted) {
          return false;
        }
      }
    }
  }
}
