package dev.goldenrod.engine;

import dev.goldenrod.database.Resources;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Where a server runs, as its process sees it.
 *
 * @param name a name for people
 * @param info what is known of the data
 * @param files what lies beside the data, out of the server's reach
 * @param program the path of the program of that name
 * @param data the data directory
 * @param configuration the folder of the configuration
 * @param addresses where it listens; loopback is among them
 * @param resources what it may use
 * @param isLinux whether its process runs on Linux
 * @param tls what it speaks TLS with, and clients have to; empty for what the engine does by itself
 */
public record ServerContext(
    String name,
    DatabaseInfo info,
    PrivateFiles files,
    UnaryOperator<String> program,
    Path data,
    Path configuration,
    List<String> addresses,
    int port,
    Resources resources,
    boolean isLinux,
    Optional<ServerTls> tls) {
  public ServerContext {
    Objects.requireNonNull(name);
    Objects.requireNonNull(info);
    Objects.requireNonNull(files);
    Objects.requireNonNull(program);
    Objects.requireNonNull(data);
    Objects.requireNonNull(configuration);
    addresses = List.copyOf(addresses);
    Objects.requireNonNull(resources);
    Objects.requireNonNull(tls);
  }

  /** A server that clients need no TLS for. */
  public ServerContext(
      String name,
      DatabaseInfo info,
      PrivateFiles files,
      UnaryOperator<String> program,
      Path data,
      Path configuration,
      List<String> addresses,
      int port,
      Resources resources,
      boolean isLinux) {
    this(
        name,
        info,
        files,
        program,
        data,
        configuration,
        addresses,
        port,
        resources,
        isLinux,
        Optional.empty());
  }

  /** How much memory it is to use, in MiB. */
  public int memoryMib() {
    return resources.memoryMib();
  }
}
