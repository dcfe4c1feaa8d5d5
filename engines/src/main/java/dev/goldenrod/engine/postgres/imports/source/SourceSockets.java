package dev.goldenrod.engine.postgres.imports.source;

import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import javax.net.SocketFactory;

/**
 * Creates the driver's sockets to sources; the driver finds this class by name. The limits end
 * sessions with sources that send very slowly or without end.
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
