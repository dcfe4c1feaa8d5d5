package dev.goldenrod.dataplane.local.imports;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** A proxy whose connections stall, without being closed, after a number of bytes. */
final class SilencingProxy implements AutoCloseable {
  private final int target;
  private final ServerSocket listener;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicLong bytesLeft = new AtomicLong(Long.MAX_VALUE);
  private final CountDownLatch closed = new CountDownLatch(1);

  private SilencingProxy(int target) throws IOException {
    this.target = target;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  static SilencingProxy to(int target) throws IOException {
    SilencingProxy proxy = new SilencingProxy(target);
    proxy.threads.execute(proxy::accept);
    return proxy;
  }

  int port() {
    return listener.getLocalPort();
  }

  void silenceAfter(long bytes) {
    bytesLeft.set(bytes);
  }

  boolean isSilent() {
    return bytesLeft.get() <= 0;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.addAll(List.of(client, server));
        threads.execute(() -> pump(client, server, new AtomicLong(Long.MAX_VALUE)));
        threads.execute(() -> pump(server, client, bytesLeft));
      }
    } catch (IOException e) {
      // The test has ended.
    }
  }

  private void pump(Socket from, Socket to, AtomicLong limit) {
    byte[] buffer = new byte[1024];
    try (from;
        to) {
      InputStream input = from.getInputStream();
      OutputStream output = to.getOutputStream();
      for (int count = input.read(buffer); count >= 0; count = input.read(buffer)) {
        if (limit.addAndGet(-count) <= 0) {
          closed.await();
        }
        output.write(buffer, 0, count);
      }
    } catch (IOException | InterruptedException e) {
      // The connection, or the test, has ended.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    threads.shutdownNow();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
