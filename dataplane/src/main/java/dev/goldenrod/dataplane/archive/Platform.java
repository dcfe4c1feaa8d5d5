package dev.goldenrod.dataplane.archive;

import java.util.Objects;

/**
 * What a server runs on that reads the files.
 *
 * @param system as in {@code Linux}
 * @param architecture as Java names it, as in {@code amd64}
 * @param libc as in {@code glibc 2.36}, by which texts are in order; empty where that is unknown
 */
public record Platform(String system, String architecture, String libc) {
  public Platform {
    Objects.requireNonNull(system);
    Objects.requireNonNull(architecture);
    Objects.requireNonNull(libc);
  }
}
