package dev.goldenrod.server.testing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes that use a test server. Each keeps its own file locked while it lives, and writes
 * the ids of its clones to it, one a line. The operating system releases the lock however the
 * process ends, after which its clones can be deleted.
 */
final class TestClients {
  private static final Logger LOG = LoggerFactory.getLogger(TestClients.class);

  private final Path server;
  private final Path folder;

  TestClients(Path server) {
    this.server = server;
    this.folder = server.resolve("clients");
  }

  /**
   * Deletes files of processes that were killed before they registered; no client may register now.
   */
  void deleteUnfinished() throws IOException {
    try (DirectoryStream<Path> unfinished = Files.newDirectoryStream(server, "client*.new")) {
      for (Path file : unfinished) {
        Files.delete(file);
      }
    }
  }

  /**
   * Removes the clients whose process has ended, and returns the number of live ones.
   *
   * @param ended receives the id of each clone of an ended client, before its file is deleted
   */
  int sweep(Consumer<String> ended) throws IOException {
    int alive = 0;
    for (Path file : files()) {
      if (!isSwept(file, ended)) {
        alive++;
      }
    }
    return alive;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private static boolean isSwept(Path file, Consumer<String> ended) {
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        @Nullable FileLock lock = channel.tryLock()) {
      if (lock == null) {
        return false;
      }
      clones(channel).forEach(ended);
      Files.delete(file);
      return true;
    } catch (IOException e) {
      LOG.debug("Ignored {}, which is not the file of a client: {}", file, e.toString());
      return true;
    }
  }

  private static Stream<String> clones(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate((int) channel.size());
    channel.read(text, 0);
    return new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII)
        .lines()
        .filter(line -> !line.isBlank());
  }
}
