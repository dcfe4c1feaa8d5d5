package dev.goldenrod.engine;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The collations that a server takes from libraries of its machine. Another release of a library
 * may sort differently; an index built with the old order then misses rows. Not thread-safe.
 *
 * <p>A {@code port} is that of the running server on the loopback address. Methods with such a
 * parameter throw a {@link dev.goldenrod.port.DataPlaneException} if the server cannot be queried.
 */
public interface SortOrders {
  /**
   * Returns the command that prints the libraries and versions that the server's programs sort
   * with, such as {@code libc glibc 2.36}, one a line.
   */
  List<String> librariesCommand();

  /** Returns the names of the libraries that sort anything in the server's databases. */
  Set<String> librariesInUse(int port);

  /**
   * Returns a message if data was sorted by another release of a library than the server has now.
   * Empty if it was not, or if the engine does not record it.
   */
  Optional<String> problem(int port);

  /**
   * Returns a POSIX shell script that rebuilds all indexes while no server runs, and records the
   * library versions. Its exit code is not 0 if an index cannot be built. It may be killed at any
   * time and run again. Holds no secret.
   */
  String rebuildScript();
}
