package dev.goldenrod.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Ports for programs that listen only some seconds after their port was chosen. Nothing else takes
 * ports of this range: servers give their databases 20000 to 29999 and their short-lived engines
 * 10000 to 19999, and outgoing connections begin at 32768.
 */
final class TestPorts {
  private static final int FIRST = 30_000;
  private static final int COUNT = 2_768;
  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

  private TestPorts() {}

  /** One of the loopback interface that is free now, and that this process has not given out. */
  static int free() {
    return IntStream.range(0, COUNT)
        .map(tried -> FIRST + NEXT.getAndIncrement() % COUNT)
        .filter(TestPorts::isFree)
        .findFirst()
        .orElseThrow();
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (BindException taken) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
