package dev.goldenrod.server.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Passes connections on to a port of this machine, and ends them in the middle of a message. */
final class CutConnections implements AutoCloseable {
  private static final int BUFFER = 8192;

  private final ServerSocket listening;
  private final int target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile int cuts;

  private CutConnections(ServerSocket listening, int target) {
    this.listening = listening;
    this.target = target;
  }

  static CutConnections to(int port) {
    try {
      ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      CutConnections made = new CutConnections(listening, port);
      thread(made::accept);
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return listening.getLocalPort();
  }

  /** Ends all connections once they have passed on half of what comes next. */
  void cutInTheMiddle() {
    cuts++;
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket from = listening.accept();
        open.add(from);
        connect(from);
      } catch (IOException closed) {
        // The next one is accepted, unless the whole is closed.
      }
    }
  }

  private void connect(Socket from) {
    try {
      Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
      open.add(to);
      int before = cuts;
      thread(() -> pass(from, to, before));
      thread(() -> pass(to, from, before));
    } catch (IOException refused) {
      close(from);
    }
  }

  private void pass(Socket from, Socket to, int before) {
    byte[] bytes = new byte[BUFFER];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(bytes); read > 0; read = in.read(bytes)) {
        boolean isCut = cuts != before;
        out.write(bytes, 0, isCut ? read / 2 : read);
        out.flush();
        if (isCut) {
          break;
        }
      }
    } catch (IOException over) {
      // Either side may end it.
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
