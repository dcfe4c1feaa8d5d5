package dev.goldenrod.engine.postgres.imports.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketOption;
import java.util.Map;
import jdk.net.ExtendedSocketOptions;

/** TCP settings that detect a vanished source within two minutes, however long a query takes. */
final class KeepAlive {
  private static final int IDLE_SECONDS = 60;
  private static final int INTERVAL_SECONDS = 10;
  private static final int PROBES = 6;
  private static final int SECONDS = IDLE_SECONDS + PROBES * INTERVAL_SECONDS;

  /** The parameters for libpq's tools. */
  static final Map<String, String> PARAMETERS =
      Map.of(
          "keepalives", "1",
          "keepalives_idle", Integer.toString(IDLE_SECONDS),
          "keepalives_interval", Integer.toString(INTERVAL_SECONDS),
          "keepalives_count", Integer.toString(PROBES),
          "tcp_user_timeout", Integer.toString(SECONDS * 1000));

  private static final Map<SocketOption<Integer>, Integer> OPTIONS =
      Map.of(
          ExtendedSocketOptions.TCP_KEEPIDLE, IDLE_SECONDS,
          ExtendedSocketOptions.TCP_KEEPINTERVAL, INTERVAL_SECONDS,
          ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);

  private KeepAlive() {}

  /** Enables keepalive, with these intervals if the operating system supports them. */
  static void set(Socket socket) {
    try {
      socket.setKeepAlive(true);
      for (Map.Entry<SocketOption<Integer>, Integer> option : OPTIONS.entrySet()) {
        if (socket.supportedOptions().contains(option.getKey())) {
          socket.setOption(option.getKey(), option.getValue());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
