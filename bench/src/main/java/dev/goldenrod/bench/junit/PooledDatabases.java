package dev.goldenrod.bench.junit;

import dev.goldenrod.bench.measure.BenchFailure;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Databases that one server copies from a template in advance, as IntegreSQL does. In the
 * background, each that a test takes is replaced, and each that a test has used is dropped.
 */
final class PooledDatabases implements TestDatabases {
  private final TemplateDatabases copies;
  private final int ready;
  private final ExecutorService background =
      Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
  private final Queue<Future<TestDatabase>> pool = new ArrayDeque<>();

  private PooledDatabases(TemplateDatabases copies, int ready) {
    this.copies = copies;
    this.ready = ready;
  }

  /** Begins to fill the pool with copies of the template. */
  static PooledDatabases prepare(TemplateDatabases copies, int ready) {
    PooledDatabases databases = new PooledDatabases(copies, ready);
    for (int i = 0; i < ready; i++) {
      databases.addToPool();
    }
    return databases;
  }

  private void addToPool() {
    pool.add(background.submit(copies::take));
  }

  @Override
  public String label() {
    return "a pool of %d copied databases".formatted(ready);
  }

  @Override
  public TestDatabase take() {
    Future<TestDatabase> next = pool.remove();
    addToPool();
    try {
      TestDatabase database = next.get();
      return new TestDatabase(database.dataSource(), () -> background.execute(database.end()));
    } catch (ExecutionException e) {
      throw new BenchFailure("a database cannot be copied for the pool: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailure("interrupted while waiting for a database of the pool", e);
    }
  }

  @Override
  public void close() {
    background.shutdownNow();
  }
}
