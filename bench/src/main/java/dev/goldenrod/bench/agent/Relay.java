package dev.goldenrod.bench.agent;

import dev.goldenrod.DaemonThreads;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A proxy between agents and a server that counts the traffic, and can be directed to another
 * server. Thread-safe.
 */
final class Relay implements AutoCloseable {
  private static final int BUFFER = 1 << 14;
  private static final int BACKLOG = 1000;

  private static final class Count {
    private final AtomicLong texts = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
  }

  /** The traffic since the relay was opened. The bytes include HTTP headers and pings. */
  record Traffic(long textsUp, long bytesUp, long textsDown, long bytesDown) {
    Traffic since(Traffic before) {
      return new Traffic(
          textsUp - before.textsUp,
          bytesUp - before.bytesUp,
          textsDown - before.textsDown,
          bytesDown - before.bytesDown);
    }
  }

  private final ServerSocket listening;
  private final ExecutorService threads = Executors.newCachedThreadPool(new DaemonThreads("relay"));
  private final Count up = new Count();
  private final Count down = new Count();
  private final List<Long> attempts = new CopyOnWriteArrayList<>();
  private volatile int target;

  private Relay(ServerSocket listening) {
    this.listening = listening;
  }

  /** Opens a relay on a free port. It closes all connections until it has a target. */
  static Relay open() {
    try {
      Relay relay = new Relay(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()));
      relay.threads.execute(relay::accept);
      return relay;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot open a port for the agents' connections", e);
    }
  }

  int port() {
    return listening.getLocalPort();
  }

  /** Directs new connections to the server on the given port. */
  void directTo(int port) {
    target = port;
  }

  Traffic traffic() {
    return new Traffic(up.texts.get(), up.bytes.get(), down.texts.get(), down.bytes.get());
  }

  /** Returns the {@link System#nanoTime} of each connection attempt. */
  List<Long> attempts() {
    return attempts;
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket from = listening.accept();
        attempts.add(System.nanoTime());
        threads.execute(() -> connect(from));
      } catch (IOException closed) {
        // The next connection is accepted, unless the relay is closed.
      }
    }
  }

  private void connect(Socket from) {
    try (from;
        Socket to = new Socket(InetAddress.getLoopbackAddress(), target)) {
      from.setTcpNoDelay(true);
      to.setTcpNoDelay(true);
      threads.execute(() -> pass(to, from, down));
      pass(from, to, up);
    } catch (IOException refused) {
      // The agent reconnects.
    }
  }

  private static void pass(Socket from, Socket to, Count count) {
    byte[] bytes = new byte[BUFFER];
    FrameCounter frames = new FrameCounter();
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(bytes); read > 0; read = in.read(bytes)) {
        long before = frames.texts();
        frames.take(bytes, read);
        count.texts.addAndGet(frames.texts() - before);
        count.bytes.addAndGet(read);
        out.write(bytes, 0, read);
      }
    } catch (IOException over) {
      // Either side has closed the connection.
    }
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.shutdownNow();
  }
}
