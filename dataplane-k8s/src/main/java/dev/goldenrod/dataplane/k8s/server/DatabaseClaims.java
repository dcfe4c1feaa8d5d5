package dev.goldenrod.dataplane.k8s.server;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;

/** The PersistentVolumeClaims of databases. Thread-safe. */
public record DatabaseClaims(ClusterApi cluster) {
  public static String name(DatabaseRoot root) {
    return root.names().ofGeneration(root.generation());
  }

  public void requirePresent(DatabaseRoot root) {
    if (cluster.claims().api().get(name(root)).isEmpty()) {
      throw WorkFailure.failed(
          "the database's volume, PersistentVolumeClaim %s, was deleted, and its data with it; to recover, reset a clone, or delete a database and create it again, empty or from a snapshot"
              .formatted(name(root)));
    }
  }
}
