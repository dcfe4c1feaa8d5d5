package dev.goldenrod.engine;

import dev.goldenrod.database.Resources;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The environment of a server, as its process sees it.
 *
 * @param name for users
 * @param files files beside the data that the server cannot access
 * @param program returns the path of a program
 * @param configuration the directory of the configuration
 * @param addresses to listen on, among them loopback
 * @param tls empty if clients need no TLS; the engine then has its own default
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
  /**
   * The TLS files of a server, by their paths as the server's process sees them.
   *
   * @param identity file with the server's certificate, intermediate certificates and private key
   * @param authority file with the CA certificates
   * @param authorities the CA certificates as PEM, which the control plane trusts
   */
  public record ServerTls(Path identity, Path authority, String authorities) {
    public ServerTls {
      Objects.requireNonNull(identity);
      Objects.requireNonNull(authority);
      Objects.requireNonNull(authorities);
    }
  }

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

  public int memoryMib() {
    return resources.memoryMib();
  }
}
