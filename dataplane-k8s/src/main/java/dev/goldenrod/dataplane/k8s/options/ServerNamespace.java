package dev.goldenrod.dataplane.k8s.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The namespace of the pod that this process runs in. */
public final class ServerNamespace {
  private static final Path FILE =
      Path.of("/var/run/secrets/kubernetes.io/serviceaccount/namespace");

  private ServerNamespace() {}

  /**
   * Returns its name; empty if this process runs in no pod, or in one without a service account.
   */
  public static Optional<String> find() {
    try {
      return Optional.of(Files.readString(FILE).strip()).filter(name -> !name.isEmpty());
    } catch (IOException outsideOfTheCluster) {
      return Optional.empty();
    }
  }
}
