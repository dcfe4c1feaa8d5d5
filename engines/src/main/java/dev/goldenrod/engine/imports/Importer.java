package dev.goldenrod.engine.imports;

import java.io.IOException;

/** Imports databases of one engine from other servers. Thread-safe. */
public interface Importer {
  String type();

  /**
   * Reads what the source contains, without changing it.
   *
   * @param release the requested release, such as {@code 15}; empty for any
   * @throws dev.goldenrod.port.DataPlaneException if the source refuses the login, has another
   *     release, or its connection values are invalid; the message never has the password
   */
  ProbedSource probe(SourceCredentials credentials, String release, StepReport report);

  /** Parses a source as {@link ProbedSource#toJson} wrote it. */
  ProbedSource readSource(byte[] json) throws IOException;

  String describe(SourceCredentials credentials);

  boolean isLostSession(Throwable failure);
}
