package dev.goldenrod.engine.postgres.imports.source;

import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import javax.net.SocketFactory;

/**
 * Makes the sockets that sources are reached through, for the driver, which knows this by name: a
 * source that drips, or never ends its answers, is not listened to for ever.
 */
public final class SourceSockets extends SocketFactory {
  private static final Duration LONGEST_SESSION = Duration.ofMinutes(10);
  private static final int MOST_MIB = 64;

  @Override
  public Socket createSocket() {
    Socket socket = new LimitedSocket(LONGEST_SESSION, MOST_MIB);
    KeepAlive.set(socket);
    return socket;
  }

  @Override
  public Socket createSocket(String host, int port) {
    throw new UnsupportedOperationException("only sockets that are not connected");
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
    throw new UnsupportedOperationException("only sockets that are not connected");
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    throw new UnsupportedOperationException("only sockets that are not connected");
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) {
    throw new UnsupportedOperationException("only sockets that are not connected");
  }
}
