package dev.goldenrod.cli.config;

import dev.goldenrod.cli.terminal.ShellWord;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.client.NoAnswerException;
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
 * The admin token of the user's own server, which that server renews in its data directory. The
 * token is sent only to that server: while it is down, another user of this machine can take its
 * port. Linux's {@code /proc/net/tcp} tells which users listen on a port.
 *
 * @param file the file that holds the token; the server runs as the file's owner
 */
public record AdminTokenFile(URI server, Path file) {
  public static final String NAME = "admin-token";

  private static final String USUAL = ".goldenrod";
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
  private static final String LISTENING = "0A";

  /** TIME_WAIT: a connection closed by both sides, which the kernel keeps for a minute. */
  private static final String ENDED = "06";

  private static final int STATE = 3;
  private static final int UID = 7;
  static final int ROOT = 0;

  private static final Set<String> LOOPBACK_HOSTS = Set.of("127.0.0.1", "localhost", "[::1]");

  /** 127.0.0.1, ::1 and the wildcard addresses that include them, in the kernel's notation. */
  private static final Set<String> ADDRESSES =
      Set.of(
          "0100007F",
          "00000000",
          "0000000000000000FFFF00000100007F",
          "0000000000000000FFFF000000000000",
          "00000000000000000000000001000000",
          "00000000000000000000000000000000");

  static Optional<AdminTokenFile> of(URI server, Path tokenFile) {
    return tokenFile.endsWith(NAME)
        ? Optional.of(new AdminTokenFile(server, tokenFile))
        : Optional.empty();
  }

  public String read() {
    return PrivateFiles.read(file);
  }

  /**
   * Returns true if the server listens at its address, as far as the system can tell.
   *
   * @throws NoAnswerException if it does not, or another user of this machine has a socket there
   */
  public boolean requireListening() {
    problem()
        .ifPresent(
            problem -> {
              throw new NoAnswerException(problem);
            });
    return true;
  }

  /**
   * Returns why the token must not be sent: no process listens at the server's address, or another
   * user than the server's or root has a socket there, or could open one before the request
   * arrives. Empty if the server listens, the address is on another machine, or the system does not
   * tell.
   */
  Optional<String> problem() {
    // A system without IPv6 has only the first table.
    List<Path> tables = TABLES.stream().filter(Files::isReadable).toList();
    if (!LOOPBACK_HOSTS.contains(server.getHost()) || tables.isEmpty()) {
      return Optional.empty();
    }
    Integer owner = owner();
    if (owner == null) {
      return Optional.of(
          "%s does not exist, so the owner of the server at %s is unknown".formatted(file, server));
    }
    try {
      List<Holder> holders = new ArrayList<>();
      for (Path table : tables) {
        holders.addAll(holders(Files.readAllLines(table), server.getPort()));
      }
      return problem(owner, holders);
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  private @Nullable Integer owner() {
    try {
      return (Integer) Files.getAttribute(file, "unix:uid");
    } catch (IOException gone) {
      return null;
    }
  }

  private Optional<String> problem(int owner, List<Holder> holders) {
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
        : Optional.of("nothing listens at %s: the server is not running".formatted(server));
  }

  /**
   * A socket at a loopback address.
   *
   * @param isListening if false, the socket can still receive a connection, by connecting to the
   *     port that the connection comes from (TCP simultaneous open)
   */
  record Holder(int uid, boolean isListening) {}

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

  /** Returns the command that starts the server, for the user of the terminal. */
  public String startCommand(Terminal terminal) {
    Path dataDir = file.toAbsolutePath().getParent();
    return dataDir.equals(Path.of(terminal.home(), USUAL))
        ? "goldenrod up"
        : "goldenrod up --data-dir " + ShellWord.of(dataDir.toString());
  }

  /** Returns whether the server, and therefore its engines, run as a user other than root. */
  boolean hasEnginesOfItsUser() {
    Integer owner = owner();
    return owner != null && owner != ROOT;
  }
}
