package dev.goldenrod.storage.jdbi;

import dev.goldenrod.member.Org;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;

/**
 * A process that commits rows and prints each one's name after its commit, or why it was refused
 * before it tries again, until it is killed.
 */
final class EndlessCommits {
  private EndlessCommits() {}

  public static void main(String[] args) {
    try (Store store = JdbiStore.h2(Path.of(args[0]))) {
      int last = 0;
      while (!System.out.checkError()) {
        Org org = new Org(UUID.randomUUID(), "org-" + (last + 1), Instant.EPOCH);
        try {
          store.useTransaction(tx -> tx.orgs().insert(org));
          System.out.println(org.name());
          last++;
        } catch (StoreException e) {
          System.out.println("refused: " + e.getMessage());
        }
      }
    }
  }
}
