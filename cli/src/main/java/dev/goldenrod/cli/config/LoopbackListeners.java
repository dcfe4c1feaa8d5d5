package dev.goldenrod.cli.config;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
   * Says why nothing secret may be sent to that address: another user than the server's and root
   * listens there, or nobody; empty when the server does, for an address elsewhere, and where the
   * system does not tell.
   *
   * @param tokenFile the server's own, which belongs to the user that it runs as
   */
  static Optional<String> problem(URI server, Path tokenFile) {
    // A system without IPv6 has one table alone.
    List<Path> tables = TABLES.stream().filter(Files::isReadable).toList();
    if (!"127.0.0.1".equals(server.getHost()) || tables.isEmpty()) {
      return Optional.empty();
    }
    try {
      int owner = (int) Files.getAttribute(tokenFile, "unix:uid");
      List<Integer> users = new ArrayList<>();
      for (Path table : tables) {
        users.addAll(users(Files.readAllLines(table), server.getPort()));
      }
      return problem(server, owner, users);
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  private static Optional<String> problem(URI server, int owner, List<Integer> users) {
    if (users.isEmpty()) {
      return Optional.of("nothing listens at %s: the server does not run".formatted(server));
    }
    return users.stream()
        .filter(uid -> uid != owner && uid != ROOT)
        .findFirst()
        .map(
            uid ->
                "user %d listens at %s in place of the server, which does not run"
                    .formatted(uid, server));
  }

  /** The ids of the users who listen at 127.0.0.1 and that port. */
  static List<Integer> users(List<String> table, int port) {
    String ending = ":%04X".formatted(port);
    return table.stream()
        .map(line -> line.strip().split("\\s+"))
        .filter(row -> row.length > UID && row[STATE].equals(LISTENING))
        .filter(row -> row[1].endsWith(ending))
        .filter(row -> ADDRESSES.contains(row[1].substring(0, row[1].indexOf(':'))))
        .map(row -> Integer.valueOf(row[UID]))
        .toList();
  }
}
