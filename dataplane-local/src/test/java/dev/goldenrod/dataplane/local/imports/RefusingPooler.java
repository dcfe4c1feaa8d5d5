package dev.goldenrod.dataplane.local.imports;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A pooler that refuses logins with the startup parameter {@code options}, like PgBouncer. */
final class RefusingPooler implements AutoCloseable {
  private static final int SSL_REQUEST = 80877103;
  private static final int GSS_REQUEST = 80877104;
  private static final String REFUSAL =
      "SFATAL\0C08P01\0Munsupported startup parameter: options\0\0";

  private final int target;
  private final ServerSocket listener;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger refusals = new AtomicInteger();

  private RefusingPooler(int target) throws IOException {
    this.target = target;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  static RefusingPooler to(int target) throws IOException {
    RefusingPooler pooler = new RefusingPooler(target);
    pooler.threads.execute(pooler::accept);
    return pooler;
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Returns the number of refused logins. */
  int refusals() {
    return refusals.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        sockets.add(client);
        threads.execute(() -> serve(client));
      }
    } catch (IOException e) {
      // The test has ended.
    }
  }

  private void serve(Socket client) {
    try (client) {
      DataInputStream input = new DataInputStream(client.getInputStream());
      DataOutputStream output = new DataOutputStream(client.getOutputStream());
      byte[] startup = message(input);
      while (isRequestForEncryption(startup)) {
        output.write('N');
        startup = message(input);
      }
      if (new String(startup, StandardCharsets.UTF_8).contains("\0options\0")) {
        refusals.incrementAndGet();
        byte[] refusal = REFUSAL.getBytes(StandardCharsets.UTF_8);
        output.write('E');
        output.writeInt(refusal.length + Integer.BYTES);
        output.write(refusal);
        return;
      }
      pass(client, startup);
    } catch (IOException e) {
      // The connection, or the test, has ended.
    }
  }

  private void pass(Socket client, byte[] startup) throws IOException {
    try (Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
      sockets.add(server);
      DataOutputStream toServer = new DataOutputStream(server.getOutputStream());
      toServer.writeInt(startup.length + Integer.BYTES);
      toServer.write(startup);
      threads.execute(() -> pump(server, client));
      pump(client, server);
    }
  }

  private static byte[] message(DataInputStream input) throws IOException {
    byte[] message = new byte[input.readInt() - Integer.BYTES];
    input.readFully(message);
    return message;
  }

  private static boolean isRequestForEncryption(byte[] message) {
    int code = message.length == Integer.BYTES ? ByteBuffer.wrap(message).getInt() : 0;
    return code == SSL_REQUEST || code == GSS_REQUEST;
  }

  private static void pump(Socket from, Socket to) {
    byte[] buffer = new byte[8192];
    try (from;
        to) {
      InputStream input = from.getInputStream();
      OutputStream output = to.getOutputStream();
      for (int count = input.read(buffer); count >= 0; count = input.read(buffer)) {
        output.write(buffer, 0, count);
      }
    } catch (IOException e) {
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
