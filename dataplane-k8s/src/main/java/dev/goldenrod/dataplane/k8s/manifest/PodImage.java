package dev.goldenrod.dataplane.k8s.manifest;

import java.util.Objects;
import java.util.Optional;

/**
 * The image of an engine's pod, and where it runs.
 *
 * @param name by which it is pulled
 * @param architecture of the nodes that the pod may be on, as in {@code amd64}; empty for any
 * @param pullSecret the Secret with which it is pulled
 */
public record PodImage(String name, Optional<String> architecture, Optional<String> pullSecret) {
  public PodImage {
    Objects.requireNonNull(name);
    Objects.requireNonNull(architecture);
    Objects.requireNonNull(pullSecret);
  }
}
