package dev.goldenrod.server;

import dev.goldenrod.http.TlsFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Optional;

/**
 * Checks addresses and TLS files before anything is opened, so that a mistake changes nothing.
 * Methods throw {@link UsageException} if one cannot be used.
 */
final class ListenerCheck {
  private ListenerCheck() {}

  static void check(ServeSettings settings) {
    requireFree("--host or --port", settings.host(), settings.port());
    settings
        .management()
        .ifPresent(
            where ->
                requireFree("--management-host or --management-port", where.host(), where.port()));
    checkTls(settings.tls());
  }

  private static void requireFree(String options, String host, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw new UsageException(
          "cannot listen on %s port %d: %s; choose another %s (port 0 selects a free port)"
              .formatted(host, port, e.getMessage(), options),
          e);
    }
  }

  static void checkTls(Optional<TlsFiles> tls) {
    try {
      tls.ifPresent(TlsFiles::requireUsable);
    } catch (IllegalArgumentException e) {
      throw new UsageException("TLS of the API: " + e.getMessage(), e);
    }
  }

  static URI address(String scheme, String host, int port) {
    String literal = host.contains(":") ? "[" + host + "]" : host;
    return URI.create(scheme + "://" + literal + ":" + port);
  }
}
