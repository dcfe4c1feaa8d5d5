package dev.goldenrod.engine;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The orders in which a server sorts text by libraries of its machine. Other releases of those may
 * sort otherwise, and then an index finds nothing any more where it was built to. Used by one
 * thread at a time.
 */
public interface SortOrders {
  /**
   * The command that tells of the libraries that the programs beside it sort by: a line each, of a
   * name, a blank and a version, as in {@code libc glibc 2.36}.
   */
  List<String> librariesCommand();

  /**
   * The names of the libraries by which anything in the running server's databases is sorted.
   *
   * @param port where the server listens on the loopback address
   * @throws dev.goldenrod.port.DataPlaneException when the server does not tell
   */
  Set<String> librariesInUse(int port);

  /**
   * Why what is indexed may not be found: it was sorted by another release of a library than the
   * one that the running server has; empty when it was not, or when the engine does not note it.
   *
   * @param port where the server listens on the loopback address
   * @throws dev.goldenrod.port.DataPlaneException when the server does not tell
   */
  Optional<String> problem(int port);

  /**
   * The text of a script for a POSIX shell that builds all indexes anew while no server runs, and
   * notes by what they are sorted. It ends with another code than 0 when one cannot be built, may
   * be ended anywhere, and be run again. Holds no secret.
   */
  String rebuildScript();
}
