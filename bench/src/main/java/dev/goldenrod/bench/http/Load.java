package dev.goldenrod.bench.http;

import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.Connection;
import dev.goldenrod.bench.measure.Connection.Target;
import dev.goldenrod.bench.measure.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Repeats one request on several connections, which each wait for its response. */
final class Load {
  /** The figures of a load; a response is complete with its last byte. */
  record Measured(double perSecond, Samples milliseconds) {}

  private Load() {}

  /** Measures, or throws a {@link BenchFailure} if a response has an unexpected status. */
  static Measured measure(Target target, int connections, Duration time) {
    ExecutorService threads = Executors.newFixedThreadPool(connections);
    long begin = System.nanoTime();
    try {
      List<Future<List<Double>>> running = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        running.add(threads.submit(() -> repeat(target, begin + time.toNanos())));
      }
      Samples all = new Samples();
      for (Future<List<Double>> one : running) {
        one.get().forEach(all::add);
      }
      return new Measured(all.size() / ((System.nanoTime() - begin) / 1e9), all);
    } catch (ExecutionException e) {
      throw new BenchFailure(target + " does not answer as expected: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailure("interrupted while measuring", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static List<Double> repeat(Target target, long until) throws Exception {
    List<Double> times = new ArrayList<>();
    try (Connection connection = new Connection(target)) {
      long now = System.nanoTime();
      while (now < until) {
        connection.ask();
        long answered = System.nanoTime();
        times.add((answered - now) / 1e6);
        now = answered;
      }
    }
    return times;
  }
}
