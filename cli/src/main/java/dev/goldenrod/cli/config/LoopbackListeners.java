package dev.goldenrod.cli.config;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Who listens at ports of this machine, as Linux tells it. While a server is down, another user can
 * take its port; such a listener must not be sent the server's token.
 */
final class LoopbackListeners {
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
  private static final String LISTENING = "0A";
  private static final int STATE = 3;
  private static final int UID = 7;
  static final int ROOT = 0;

  /** 127.0.0.1 and the addresses that include it, as the kernel writes them. */
  private static final Set<String> ADDRESSES =
      Set.of(
          "0100007F",
          "00000000",
          "0000000000000000FFFF00000100007F",
          "0000000000000000FFFF000000000000",
          "00000000000000000000000000000000");

  private LoopbackListeners() {}

  /**
   * Returns the user id of a listener at that address which is neither the server's nor root's;
   * empty when there is none, for an address elsewhere, and where the system does not tell.
   *
   * @param tokenFile the server's own, which belongs to the user that it runs as
   */
  static OptionalInt stranger(URI server, Path tokenFile) {
    // A system without IPv6 has one table alone.
    List<Path> tables = TABLES.stream().filter(Files::isReadable).toList();
    if (!"127.0.0.1".equals(server.getHost()) || tables.isEmpty()) {
      return OptionalInt.empty();
    }
    try {
      int owner = (int) Files.getAttribute(tokenFile, "unix:uid");
      for (Path table : tables) {
        OptionalInt found = stranger(Files.readAllLines(table), server.getPort(), owner);
        if (found.isPresent()) {
          return found;
        }
      }
      return OptionalInt.empty();
    } catch (IOException gone) {
      return OptionalInt.empty();
    }
  }

  static OptionalInt stranger(List<String> table, int port, int owner) {
    String ending = ":%04X".formatted(port);
    return table.stream()
        .map(line -> line.strip().split("\\s+"))
        .filter(row -> row.length > UID && row[STATE].equals(LISTENING))
        .filter(row -> row[1].endsWith(ending))
        .filter(row -> ADDRESSES.contains(row[1].substring(0, row[1].indexOf(':'))))
        .mapToInt(row -> Integer.parseInt(row[UID]))
        .filter(uid -> uid != owner && uid != ROOT)
        .findFirst();
  }
}
