package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.port.DataPlaneException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Runs parts of a step in parallel. The first failure, or a cancelled step, ends all of them.
 *
 * @param failure how the message of an unexpected failure begins
 */
record ParallelWork(int jobs, StepReport report, String failure) {
  private static final long REPORT_MILLIS = 500;
  private static final long END_SECONDS = 30;

  /**
   * Returns the results in the order of the parts.
   *
   * @param progress is called from time to time by the calling thread
   */
  <T> List<T> run(List<Callable<T>> parts, Runnable progress) {
    ExecutorService executor = Executors.newFixedThreadPool(jobs);
    try {
      ExecutorCompletionService<T> ended = new ExecutorCompletionService<>(executor);
      List<Future<T>> started = parts.stream().map(ended::submit).toList();
      for (int left = started.size(); left > 0; ) {
        Future<T> next = ended.poll(REPORT_MILLIS, TimeUnit.MILLISECONDS);
        progress.run();
        if (report.isCancelled()) {
          throw new DataPlaneException("the work was stopped");
        }
        if (next != null) {
          next.get();
          left--;
        }
      }
      List<T> results = new ArrayList<>();
      for (Future<T> part : started) {
        results.add(part.get());
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DataPlaneException("the work was stopped", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof DataPlaneException known
          ? known
          // Messages of other exceptions can contain values of rows.
          : new DataPlaneException("%s: %s".formatted(failure, e.getCause().getClass().getName()));
    } finally {
      end(executor);
    }
  }

  private static void end(ExecutorService executor) {
    executor.shutdownNow();
    try {
      executor.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
