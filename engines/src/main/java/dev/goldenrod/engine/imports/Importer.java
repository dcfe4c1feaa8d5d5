package dev.goldenrod.engine.imports;

import dev.goldenrod.source.SourceConnection;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Imports databases of one engine from other servers. Thread-safe. */
public interface Importer {
  /**
   * A source and its credentials.
   *
   * @param username from the secret; null for the one in the source's config
   */
  record SourceCredentials(SourceConnection source, @Nullable String username, String password) {
    /** Omits the password. */
    @Override
    public String toString() {
      return "SourceCredentials[" + source + ", " + username + "]";
    }
  }

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

  /** Returns what compares masking rules with the engine's sources. */
  SourceMasking masking();

  String describe(SourceCredentials credentials);

  /** Returns whether the failure or one of its causes is a broken session. */
  boolean isLostSession(Throwable failure);
}
