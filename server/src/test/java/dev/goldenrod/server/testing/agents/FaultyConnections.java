package dev.goldenrod.server.testing.agents;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** A TCP proxy to a port of this machine that simulates network faults. */
public final class FaultyConnections implements AutoCloseable {
  private static final int BUFFER = 8192;
  private static final Duration LATE = Duration.ofSeconds(3);

  /** What happens to the next bytes in each direction of each connection. */
  public enum Fault {
    /** Half of the bytes are forwarded, then the connection is closed. */
    HALVE,
    /** The bytes are forwarded seconds later. */
    DELAY,
    /** The bytes are forwarded twice. */
    DUPLICATE,
    /** These bytes and all later ones are discarded, and neither side notices. */
    DROP
  }

  /** The number of faults so far, and the last one. */
  private record Strike(int number, Fault fault) {}

  private final ServerSocket listening;
  private final int target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile Strike last = new Strike(0, Fault.HALVE);

  private FaultyConnections(ServerSocket listening, int target) {
    this.listening = listening;
    this.target = target;
  }

  public static FaultyConnections to(int port) {
    try {
      ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      FaultyConnections made = new FaultyConnections(listening, port);
      thread(made::accept);
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return listening.getLocalPort();
  }

  /** Applies the fault to existing connections, not to later ones. Not thread-safe. */
  public void strike(Fault fault) {
    last = new Strike(last.number() + 1, fault);
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket from = listening.accept();
        open.add(from);
        connect(from);
      } catch (IOException closed) {
        // Continues with the next connection unless the proxy is closed.
      }
    }
  }

  private void connect(Socket from) {
    try {
      Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
      open.add(to);
      int met = last.number();
      thread(() -> pass(from, to, met));
      thread(() -> pass(to, from, met));
    } catch (IOException refused) {
      close(from);
    }
  }

  private void pass(Socket from, Socket to, int metBefore) {
    byte[] bytes = new byte[BUFFER];
    int met = metBefore;
    boolean isCarried = true;
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(bytes); read > 0; read = in.read(bytes)) {
        Strike strike = last;
        boolean isStruck = strike.number() != met;
        met = strike.number();
        isCarried &= !(isStruck && strike.fault() == Fault.DROP);
        if (!isCarried) {
          continue;
        }
        if (isStruck && strike.fault() == Fault.HALVE) {
          out.write(bytes, 0, read / 2);
          out.flush();
          break;
        }
        if (isStruck && strike.fault() == Fault.DELAY) {
          LockSupport.parkNanos(LATE.toNanos());
        }
        if (isStruck && strike.fault() == Fault.DUPLICATE) {
          out.write(bytes, 0, read);
        }
        out.write(bytes, 0, read);
        out.flush();
      }
    } catch (IOException over) {
      // Either side may have closed the connection.
    }
    close(from);
    close(to);
  }

  private void close(Socket socket) {
    open.remove(socket);
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void thread(Runnable work) {
    Thread thread = new Thread(work, "way");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    open.forEach(this::close);
  }
}
