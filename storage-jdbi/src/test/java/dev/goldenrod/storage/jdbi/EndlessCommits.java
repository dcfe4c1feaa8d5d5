package dev.goldenrod.storage.jdbi;

import dev.goldenrod.member.Org;
import dev.goldenrod.port.Store;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;

/** A process that commits rows and prints each one's name after its commit, until it is killed. */
final class EndlessCommits {
  private EndlessCommits() {}

  public static void main(String[] args) {
    try (Store store = JdbiStore.h2(Path.of(args[0]))) {
      for (int i = 1; !System.out.checkError(); i++) {
        Org org = new Org(UUID.randomUUID(), "org-" + i, Instant.EPOCH);
        store.useTransaction(tx -> tx.orgs().insert(org));
        System.out.println(org.name());
      }
    }
  }
}
