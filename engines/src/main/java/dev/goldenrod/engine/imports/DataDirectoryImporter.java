package dev.goldenrod.engine.imports;

import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.Preparation;
import java.nio.file.Path;

/** Imports data directories that a server of one engine has left. Thread-safe. */
public interface DataDirectoryImporter {
  /** The name of the engine's type in the API. */
  String type();

  /**
   * Looks at the names in the registered directory, which others may change, and opens no file.
   *
   * @throws dev.goldenrod.port.DataPlaneException when it cannot be used; the message names it and
   *     the way out
   */
  void requireWorthCopying(Path registered);

  /**
   * Looks into the copy, in which only the caller can change anything, and deletes what needs no
   * room in it.
   *
   * @return its release, as in {@code 15}
   * @throws dev.goldenrod.port.DataPlaneException when it cannot be used; the message names the
   *     registered directory and the way out
   */
  String check(Path registered, Path copy);

  /**
   * Looks into a copy of what a running server's directory held at one moment, in which only the
   * caller can change anything.
   *
   * @return its release, as in {@code 15}
   * @throws dev.goldenrod.port.DataPlaneException when it cannot be used; the message says why
   */
  String checkMoment(Path copy);

  /**
   * Gives the copy the logins of a golden, takes every other way in, and leaves it cleanly shut
   * down.
   *
   * @return what there is now
   * @throws dev.goldenrod.port.DataPlaneException when it cannot be used; the message says why
   */
  DatabaseInfo prepare(Preparation copy);
}
