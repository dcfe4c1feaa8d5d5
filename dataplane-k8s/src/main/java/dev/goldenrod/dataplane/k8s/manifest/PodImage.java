package dev.goldenrod.dataplane.k8s.manifest;

import java.util.Objects;
import java.util.Optional;

/**
 * The image of an engine's pod.
 *
 * @param name by which it is pulled
 * @param architecture of the nodes that may run the pod, as in {@code amd64}; empty for any
 * @param pullSecret the Secret with the credentials for pulling
 */
public record PodImage(String name, Optional<String> architecture, Optional<String> pullSecret) {
  public PodImage {
    Objects.requireNonNull(name);
    Objects.requireNonNull(architecture);
    Objects.requireNonNull(pullSecret);
  }
}
