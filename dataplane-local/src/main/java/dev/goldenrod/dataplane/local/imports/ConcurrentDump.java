package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.engine.imports.ProbedSource.SourceDump;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/**
 * A dump of a source while the empty data that it will be loaded into is created. Both have ended
 * when it returns or throws.
 *
 * @param folder the working directory of the processes of both
 */
record ConcurrentDump(Path folder, Runnable initialise, Supplier<SourceDump> dump) {
  private static final ThreadFactory THREADS = new DaemonThreads("import-initialise");

  /** Throws the failure of the empty data if both fail, because it ends the dump. */
  SourceDump run() {
    CompletableFuture<Void> data =
        CompletableFuture.runAsync(
            this::initialiseOrEndDump, task -> THREADS.newThread(task).start());
    SourceDump dumped;
    try {
      dumped = dump.get();
    } catch (RuntimeException e) {
      throw failure(data).orElse(e);
    }
    failure(data)
        .ifPresent(
            failure -> {
              throw failure;
            });
    return dumped;
  }

  private void initialiseOrEndDump() {
    try {
      initialise.run();
    } catch (RuntimeException e) {
      Processes.killAll(folder);
      throw e;
    }
  }

  private static Optional<RuntimeException> failure(CompletableFuture<Void> data) {
    try {
      data.join();
      return Optional.empty();
    } catch (CompletionException e) {
      return Optional.of(e.getCause() instanceof RuntimeException cause ? cause : e);
    }
  }
}
