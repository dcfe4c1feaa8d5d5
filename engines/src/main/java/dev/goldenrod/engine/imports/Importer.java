package dev.goldenrod.engine.imports;

import java.io.IOException;

/** Imports databases of one engine from servers elsewhere. Thread-safe. */
public interface Importer {
  /** The name of the engine's type in the API. */
  String type();

  /**
   * Finds out what the source has. Changes nothing in it.
   *
   * @param release the one that was asked for, as in {@code 15}; empty for any
   * @throws dev.goldenrod.port.DataPlaneException when the source refuses, is of another release,
   *     or when the connection's values make no sense; the message tells why, and no password
   */
  ProbedSource probe(SourceCredentials credentials, String release, StepReport report);

  /**
   * The source as {@link ProbedSource#toJson} has written it.
   *
   * @throws IOException when the text is damaged
   */
  ProbedSource readSource(byte[] json) throws IOException;

  /** The source and its user, for people. */
  String describe(SourceCredentials credentials);

  /** Whether the work failed because a session of the server broke. */
  boolean isLostSession(Throwable failure);
}
