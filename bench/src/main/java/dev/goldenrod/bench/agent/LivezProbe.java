package dev.goldenrod.bench.agent;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.Connection;
import dev.goldenrod.bench.measure.Connection.Target;
import dev.goldenrod.bench.measure.Pause;
import java.io.IOException;
import java.time.Duration;

/** Polls a server's liveness endpoint, and records the slowest response. */
final class LivezProbe implements AutoCloseable {
  private static final Duration BETWEEN = Duration.ofMillis(20);

  private final Target target;
  private final Thread thread = new DaemonThreads("livez").newThread(this::ask);
  private volatile boolean closed;
  private volatile double longest;

  private LivezProbe(int port) {
    target = new Target(port, "GET", "/livez", "", "", 200);
  }

  static LivezProbe of(int port) {
    LivezProbe probe = new LivezProbe(port);
    probe.thread.start();
    return probe;
  }

  /** Returns the longest response time in milliseconds. */
  double longest() {
    return longest;
  }

  private void ask() {
    try (Connection connection = new Connection(target)) {
      while (!closed) {
        long begun = System.nanoTime();
        connection.ask();
        longest = Math.max(longest, (System.nanoTime() - begun) / 1e6);
        Pause.sleep(BETWEEN);
      }
    } catch (IOException e) {
      throw new BenchFailure("/livez of the server failed: " + e, e);
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
