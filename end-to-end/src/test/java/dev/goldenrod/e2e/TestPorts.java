package dev.goldenrod.e2e;

import dev.goldenrod.dataplane.local.port.Ports;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Ports of a range that nothing else uses, for programs that start listening later: servers assign
 * 20000 to 29999 to databases and 10000 to 19999 to short-lived engines, and outgoing connections
 * start at 32768.
 */
final class TestPorts {
  private static final int FIRST = 30_000;
  private static final int COUNT = 2_768;
  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

  private TestPorts() {}

  /** Returns a port that is free on the loopback interface and was not returned before. */
  static int free() {
    return IntStream.range(0, COUNT)
        .map(tried -> FIRST + NEXT.getAndIncrement() % COUNT)
        .filter(port -> Ports.isFree(List.of("127.0.0.1"), port))
        .findFirst()
        .orElseThrow();
  }
}
