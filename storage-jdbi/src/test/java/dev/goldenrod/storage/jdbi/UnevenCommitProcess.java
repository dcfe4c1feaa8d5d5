package dev.goldenrod.storage.jdbi;

import dev.goldenrod.member.Org;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreOutcomeUnknownException;
import dev.goldenrod.port.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * A process that commits small and large rows in four threads until it is killed. After each commit
 * it prints the row's name, or that the commit was rejected. Small rows fit into the free space of
 * a file that cannot grow.
 */
final class UnevenCommitProcess {
  private static final int LARGEST = 20_000;

  private UnevenCommitProcess() {}

  /** Starts the process. No file that it writes can grow beyond {@code blocks} times 512 bytes. */
  static Process start(Path file, int blocks) throws IOException {
    return new ProcessBuilder(
            "sh",
            "-c",
            "ulimit -S -f " + blocks + "; exec \"$@\"",
            "sh",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            UnevenCommitProcess.class.getName(),
            file.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  public static void main(String[] args) throws InterruptedException {
    Store store = JdbiStore.h2(Path.of(args[0]));
    Thread[] threads =
        IntStream.range(0, 4)
            .mapToObj(seed -> new Thread(() -> commit(store, new Random(seed))))
            .toArray(Thread[]::new);
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void commit(Store store, Random random) {
    while (!System.out.checkError()) {
      UUID id = UUID.randomUUID();
      int length = random.nextInt(10) == 0 ? random.nextInt(LARGEST) : 1;
      Org org = new Org(id, id + "x".repeat(length), Instant.EPOCH);
      try {
        store.useTransaction(tx -> tx.orgs().insert(org));
        System.out.println(org.name());
      } catch (StoreUnavailableException | StoreOutcomeUnknownException e) {
        System.out.println("refused");
      }
    }
  }
}
