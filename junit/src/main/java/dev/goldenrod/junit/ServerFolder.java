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

/** What the folder of a server for tests tells of it. */
record ServerFolder(Path path) {
  private static final long PAUSE_MILLIS = 1;
  private static final Pattern COMMAND = Pattern.compile("'goldenrod ([^']*)'");

  /** What the server is started from. */
  Path jar() {
    return path.resolve("goldenrod.jar");
  }

  /** The advice with commands in it as somebody types them who has this folder alone. */
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

  /** Whether the server answers; the token is sent to no other process. */
  boolean isUp() throws IOException {
    try {
      api().ask(client -> client.auth().currentUser());
      return true;
    } catch (GoldenrodException | NoSuchFileException ended) {
      return false;
    }
  }

  /**
   * Requests to the server that is there now, and to no later one: each has a token of its own.
   *
   * @throws NoSuchFileException when none is there
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
   * Whether a server lives, which has locked its data directory as long as it does: at the address
   * of one that was killed a stranger may listen by now.
   */
  boolean isHeld() throws IOException {
    Path lock = path.resolve("data").resolve("server.lock");
    // Two tries of one process at once would get in each other's way, and tell nothing.
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
