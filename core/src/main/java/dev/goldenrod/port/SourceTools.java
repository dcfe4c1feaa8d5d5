package dev.goldenrod.port;

import dev.goldenrod.source.SourceCheck;
import dev.goldenrod.source.SourceConnection;

/** What a data plane does with a source before an import. Thread-safe. */
public interface SourceTools {
  /** The reason why a data plane without these tools refuses a check. */
  String UNSUPPORTED =
      "this cluster's data plane cannot check sources; start an import, whose first phase does";

  /**
   * Connects to the source as the first step of an import does, and changes nothing. Blocks until
   * the source is read.
   *
   * @throws DataPlaneException if an import could not read the source, with the reason and a way
   *     out; the message never has the password
   */
  SourceCheck check(SourceConnection source);
}
