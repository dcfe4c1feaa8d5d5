package dev.goldenrod.engine.postgres.imports.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketOption;
import java.time.Duration;
import java.util.Map;
import javax.net.SocketFactory;
import jdk.net.ExtendedSocketOptions;

/**
 * Creates the driver's sockets to sources; the driver finds this class by name. The limits end
 * sessions with sources that send very slowly or without end.
 */
public final class SourceSockets extends SocketFactory {
  private static final Duration LONGEST_SESSION = Duration.ofMinutes(10);
  private static final int MOST_MIB = 64;

  // A vanished source is detected within two minutes, however long a query takes.
  private static final int IDLE_SECONDS = 60;
  private static final int INTERVAL_SECONDS = 10;
  private static final int PROBES = 6;
  private static final int SECONDS = IDLE_SECONDS + PROBES * INTERVAL_SECONDS;

  /** The parameters with which libpq's tools detect a vanished source. */
  static final Map<String, String> KEEP_ALIVE_PARAMETERS =
      Map.of(
          "keepalives", "1",
          "keepalives_idle", Integer.toString(IDLE_SECONDS),
          "keepalives_interval", Integer.toString(INTERVAL_SECONDS),
          "keepalives_count", Integer.toString(PROBES),
          "tcp_user_timeout", Integer.toString(SECONDS * 1000));

  private static final Map<SocketOption<Integer>, Integer> KEEP_ALIVE_OPTIONS =
      Map.of(
          ExtendedSocketOptions.TCP_KEEPIDLE, IDLE_SECONDS,
          ExtendedSocketOptions.TCP_KEEPINTERVAL, INTERVAL_SECONDS,
          ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);

  @Override
  public Socket createSocket() {
    Socket socket = new LimitedSocket(LONGEST_SESSION, MOST_MIB);
    keepAlive(socket);
    return socket;
  }

  /** Enables keepalive, with these intervals if the operating system supports them. */
  private static void keepAlive(Socket socket) {
    try {
      socket.setKeepAlive(true);
      for (Map.Entry<SocketOption<Integer>, Integer> option : KEEP_ALIVE_OPTIONS.entrySet()) {
        if (socket.supportedOptions().contains(option.getKey())) {
          socket.setOption(option.getKey(), option.getValue());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Socket createSocket(String host, int port) {
    throw new UnsupportedOperationException("only unconnected sockets are supported");
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
    throw new UnsupportedOperationException("only unconnected sockets are supported");
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    throw new UnsupportedOperationException("only unconnected sockets are supported");
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) {
    throw new UnsupportedOperationException("only unconnected sockets are supported");
  }
}
