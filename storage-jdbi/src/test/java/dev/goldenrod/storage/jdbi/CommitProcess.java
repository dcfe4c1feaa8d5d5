package dev.goldenrod.storage.jdbi;

import dev.goldenrod.member.Org;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreOutcomeUnknownException;
import dev.goldenrod.port.StoreUnavailableException;
import dev.goldenrod.port.Transaction;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A process that commits rows in several threads, without waiting for the disk, until it is killed.
 * After each commit it prints the row's name. A rejected commit is printed with the reason, and
 * retried if the row does not exist.
 */
final class CommitProcess {
  private CommitProcess() {}

  static Process start(Path file) throws IOException {
    return start(file, "exec \"$@\"");
  }

  /** Starts a process by a shell script, whose arguments are the command. */
  static Process start(Path file, String script) throws IOException {
    return start(file, script, 1);
  }

  static Process start(Path file, String script, int threads) throws IOException {
    return new ProcessBuilder(
            "sh",
            "-c",
            script,
            "sh",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            CommitProcess.class.getName(),
            file.toString(),
            "" + threads)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  public static void main(String[] args) throws InterruptedException {
    try (Store store = JdbiStore.volatileH2(Path.of(args[0]))) {
      AtomicInteger last = new AtomicInteger();
      List<Thread> threads =
          Stream.generate(() -> new Thread(() -> commit(store, last)))
              .limit(Integer.parseInt(args[1]))
              .toList();
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  private static void commit(Store store, AtomicInteger last) {
    while (!System.out.checkError()) {
      insert(store, new Org(UUID.randomUUID(), "org-" + last.incrementAndGet(), Instant.EPOCH));
    }
  }

  private static void insert(Store store, Org org) {
    try {
      store.useTransaction(tx -> insert(tx, org));
      System.out.println(org.name());
    } catch (StoreUnavailableException | StoreOutcomeUnknownException e) {
      System.out.println("refused: " + e.getMessage());
      insert(store, org);
    }
  }

  private static void insert(Transaction tx, Org org) {
    if (tx.orgs().findByName(org.name()).isEmpty()) {
      tx.orgs().insert(org);
    }
  }
}
