package dev.goldenrod.cli.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Gives a listening socket of this process to another user, which only root can do, on Linux. */
public final class ListenerOwner {
  private static final int LISTENING = 3;
  private static final int INODE = 9;

  private ListenerOwner() {}

  public static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  public static void give(int port, int uid) throws IOException {
    Files.setAttribute(descriptor(port), "unix:uid", uid);
  }

  private static Path descriptor(int port) throws IOException {
    List<String> sockets =
        Stream.of("/proc/net/tcp", "/proc/net/tcp6")
            .map(Path::of)
            .filter(Files::isReadable)
            .flatMap(ListenerOwner::rows)
            .filter(row -> row[LISTENING].equals("0A") && row[1].endsWith(":%04X".formatted(port)))
            .map(row -> "socket:[" + row[INODE] + "]")
            .toList();
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.filter(one -> sockets.contains(target(one))).findFirst().orElseThrow();
    }
  }

  private static Stream<String[]> rows(Path table) {
    try {
      return Files.readAllLines(table).stream()
          .map(line -> line.strip().split("\\s+"))
          .filter(row -> row.length > INODE);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException closed) {
      return "";
    }
  }
}
