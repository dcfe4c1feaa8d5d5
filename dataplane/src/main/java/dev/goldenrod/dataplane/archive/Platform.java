package dev.goldenrod.dataplane.archive;

import java.util.Objects;

/**
 * The platform of a database server.
 *
 * @param system such as {@code Linux}
 * @param architecture as Java names it, such as {@code amd64}
 * @param libc such as {@code glibc 2.36}, whose collations sort text; empty if unknown
 */
public record Platform(String system, String architecture, String libc) {
  public Platform {
    Objects.requireNonNull(system);
    Objects.requireNonNull(architecture);
    Objects.requireNonNull(libc);
  }
}
