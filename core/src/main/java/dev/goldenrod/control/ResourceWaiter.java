package dev.goldenrod.control;

import dev.goldenrod.AwaitFailedException;
import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits for an instance, a database or an import to reach a state. */
record ResourceWaiter(ControlContext context) {
  private static final String GONE = "gone";

  Instance awaitReady(UUID id, Supplier<Instance> find, Duration atMost) {
    Instance seen = await("instance " + id, id, find, ResourceWaiter::isSettledOrDeleting, atMost);
    if (seen.phase() == InstancePhase.READY) {
      return seen;
    }
    String wanted = InstancePhase.READY.wireName();
    throw isSettledOrDeleting(seen)
        ? AwaitFailedException.otherwise(
            "instance " + id, wanted, seen.phase().wireName(), seen.status().message())
        : timeout(seen, wanted, atMost);
  }

  private static boolean isSettledOrDeleting(Instance instance) {
    return instance.phase().isSettled() || instance.phase() == InstancePhase.TERMINATING;
  }

  void awaitDeleted(UUID id, Supplier<Instance> find, Duration atMost) {
    await("instance " + id, id, () -> findIfExists(find), Optional::isEmpty, atMost)
        .ifPresent(
            seen -> {
              throw timeout(seen, GONE, atMost);
            });
  }

  private static AwaitFailedException timeout(Instance seen, String wanted, Duration atMost) {
    return AwaitFailedException.late(
        "instance " + seen.id(), wanted, atMost, seen.phase().wireName(), seen.status().message());
  }

  Database awaitRunning(Database database, Supplier<Database> find, Duration atMost) {
    String name = "database '" + database.name() + "'";
    Database seen = await(name, database.id(), find, ResourceWaiter::isSettledOrDeleting, atMost);
    if (seen.phase() == DatabasePhase.RUNNING) {
      return seen;
    }
    String wanted = DatabasePhase.RUNNING.wireName();
    throw isSettledOrDeleting(seen)
        ? AwaitFailedException.otherwise(
            name, wanted, seen.phase().wireName(), seen.status().message())
        : timeout(seen, wanted, atMost);
  }

  static boolean isSettledOrDeleting(Database database) {
    return database.phase().isSettled() || !database.isPresent();
  }

  void awaitDeleted(Database database, Supplier<Optional<Database>> find, Duration atMost) {
    String name = "database '" + database.name() + "'";
    await(name, database.id(), find, Optional::isEmpty, atMost)
        .ifPresent(
            seen -> {
              throw timeout(seen, GONE, atMost);
            });
  }

  private static AwaitFailedException timeout(Database seen, String wanted, Duration atMost) {
    return AwaitFailedException.late(
        "database '" + seen.name() + "'",
        wanted,
        atMost,
        seen.phase().wireName(),
        seen.status().message());
  }

  ImportJob awaitSucceeded(UUID id, Supplier<ImportJob> find, Duration atMost) {
    String name = "import " + id;
    ImportJob seen = await(name, id, find, job -> job.phase().isTerminal(), atMost);
    if (seen.phase() == ImportPhase.SUCCEEDED) {
      return seen;
    }
    String wanted = ImportPhase.SUCCEEDED.wireName();
    String phase = seen.phase().wireName();
    throw seen.phase().isTerminal()
        ? AwaitFailedException.otherwise(name, wanted, phase, seen.status().message())
        : AwaitFailedException.late(name, wanted, atMost, phase, seen.status().message());
  }

  /** Returns what the supplier finds; empty if it throws {@code NOT_FOUND}. */
  static <T> Optional<T> findIfExists(Supplier<T> find) {
    try {
      return Optional.of(find.get());
    } catch (ControlPlaneException refused) {
      if (refused.code() != ErrorCode.NOT_FOUND) {
        throw refused;
      }
      return Optional.empty();
    }
  }

  /** Returns the value once it satisfies the predicate, or as it is at the timeout. */
  <T> CompletableFuture<T> awaitAsync(
      UUID id, Supplier<T> read, Predicate<T> wanted, Duration atMost) {
    return context.loop().changeNotifier().await(id, read, wanted, atMost);
  }

  private <T> T await(
      String resource, UUID id, Supplier<T> read, Predicate<T> wanted, Duration atMost) {
    CompletableFuture<T> answer = awaitAsync(id, read, wanted, atMost);
    try {
      return answer.get();
    } catch (InterruptedException interrupted) {
      answer.cancel(false);
      Thread.currentThread().interrupt();
      throw AwaitFailedException.interrupted(resource, interrupted);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException refused) {
        throw refused;
      }
      throw new IllegalStateException(resource + " could not be read", failed.getCause());
    }
  }
}
