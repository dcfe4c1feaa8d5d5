package dev.goldenrod.cli.config;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who listens at ports of this machine, as Linux tells it. While a server is down, another user can
 * take its port; such a listener must not be sent the server's token.
 */
final class LoopbackListeners {
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
  private static final String LISTENING = "0A";

  /** TIME_WAIT: a connection that both sides have ended, which the kernel keeps for a minute. */
  private static final String ENDED = "06";

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
   * Says why nothing secret may be sent to that address: no process listens there, or a user who is
   * neither the server's nor root has a socket there. Empty when the server listens, for an address
   * on another machine, and where the system does not tell.
   *
   * @param tokenFile the server's own, which belongs to the user that it runs as
   */
  static Optional<String> problem(URI server, Path tokenFile) {
    // A system without IPv6 has one table alone.
    List<Path> tables = TABLES.stream().filter(Files::isReadable).toList();
    if (!"127.0.0.1".equals(server.getHost()) || tables.isEmpty()) {
      return Optional.empty();
    }
    Integer owner = owner(tokenFile);
    if (owner == null) {
      return Optional.of(
          "%s is gone: it is not known whose server is at %s".formatted(tokenFile, server));
    }
    try {
      List<Holder> holders = new ArrayList<>();
      for (Path table : tables) {
        holders.addAll(holders(Files.readAllLines(table), server.getPort()));
      }
      return problem(server, owner, holders);
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  private static @Nullable Integer owner(Path tokenFile) {
    try {
      return (Integer) Files.getAttribute(tokenFile, "unix:uid");
    } catch (IOException gone) {
      return null;
    }
  }

  private static Optional<String> problem(URI server, int owner, List<Holder> holders) {
    Optional<String> stranger =
        holders.stream()
            .filter(holder -> holder.uid() != owner && holder.uid() != ROOT)
            .findFirst()
            .map(
                holder ->
                    "user %d %s %s in place of the server"
                        .formatted(
                            holder.uid(),
                            holder.isListening() ? "listens at" : "holds the port of",
                            server));
    boolean isListening = holders.stream().anyMatch(Holder::isListening);
    return stranger.isPresent() || isListening
        ? stranger
        : Optional.of("nothing listens at %s: the server does not run".formatted(server));
  }

  /**
   * A socket at 127.0.0.1 and that port.
   *
   * @param isListening whether it waits for connections; one that does not can get some all the
   *     same, when it connects to the port that they come from
   */
  record Holder(int uid, boolean isListening) {}

  /** The sockets at 127.0.0.1 and that port, but for those that are closed already. */
  static List<Holder> holders(List<String> table, int port) {
    String ending = ":%04X".formatted(port);
    return table.stream()
        .map(line -> line.strip().split("\\s+"))
        .filter(row -> row.length > UID && row[1].endsWith(ending))
        .filter(row -> ADDRESSES.contains(row[1].substring(0, row[1].indexOf(':'))))
        .filter(row -> !row[STATE].equals(ENDED))
        .map(row -> new Holder(Integer.parseInt(row[UID]), row[STATE].equals(LISTENING)))
        .toList();
  }
}
