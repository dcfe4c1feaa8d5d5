package dev.goldenrod.engine.imports;

import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.DatabaseInfo;
import java.nio.file.Path;

/**
 * Imports existing data directories of one engine. Thread-safe. Methods throw a {@link
 * dev.goldenrod.port.DataPlaneException} if a directory is unusable, whose message says why.
 */
public interface DataDirectoryImporter {
  String type();

  /**
   * Checks the file names in the registered directory, without opening a file. Other processes may
   * change the directory meanwhile.
   */
  void requireWorthCopying(Path registered);

  /**
   * Checks a copy that only the caller can change, deletes files that it does not need, and returns
   * its release. Messages name the registered directory.
   */
  String check(Path registered, Path copy);

  /**
   * Checks a copy of a running server's directory at one moment, which only the caller can change,
   * and returns its release.
   */
  String checkMoment(Path copy);

  /** Gives the copy the logins of a golden, removes all others, and leaves it shut down. */
  DatabaseInfo prepare(DataDirectoryContext copy);
}
