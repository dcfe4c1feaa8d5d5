package dev.goldenrod.testkit.dataplane;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** Clients of a {@code FakeDataPlane}, whose connections echo their input. */
public final class EchoClient {
  private static final int BYTES = 1_000_000;

  private EchoClient() {}

  /** Returns a client that first exchanges a megabyte through the port. */
  public static DatabaseClient before(DatabaseClient client, int port) {
    return new DatabaseClient(
        (login, value) -> {
          exchange(port);
          client.write(login, value);
        },
        login -> {
          exchange(port);
          return client.read(login);
        },
        client::changePassword);
  }

  private static void exchange(int port) throws IOException {
    byte[] sent = new byte[BYTES];
    new Random(port).nextBytes(sent);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> send(socket, sent));
      byte[] back = socket.getInputStream().readAllBytes();
      sending.join();
      if (!Arrays.equals(sent, back)) {
        throw new AssertionError("%d bytes of %d came back".formatted(back.length, sent.length));
      }
    }
  }

  private static void send(Socket socket, byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      socket.shutdownOutput();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
