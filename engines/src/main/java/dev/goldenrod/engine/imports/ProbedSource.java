package dev.goldenrod.engine.imports;

import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.Preparation;
import java.io.IOException;

/**
 * A source as it was probed, and the steps by which its database becomes a golden. Each throws a
 * {@link dev.goldenrod.port.DataPlaneException} when a tool or a statement fails, or the import is
 * cancelled.
 */
public interface ProbedSource {
  /** The source's release, as in {@code 15}. */
  String release();

  /** How large its database is, as the source says. */
  long sizeBytes();

  /** All that is known of it, as JSON; without a secret. */
  byte[] toJson();

  /** Makes empty data of the source's release. */
  void initialise(Preparation data);

  /** Dumps the source; nothing of it is run by that. */
  SourceDump dump(ImportWork work, SourceCredentials credentials);

  /**
   * The dump as {@link SourceDump#toJson} has written it.
   *
   * @throws IOException when the text is damaged
   */
  SourceDump readDump(byte[] json) throws IOException;

  /**
   * Makes what was loaded ready for clones, as every clone would have to, and leaves it cleanly
   * shut down.
   *
   * @return bytes of its databases
   */
  long analyse(Preparation data, ImportWork work);

  /** What a golden is that was loaded from the source. */
  DatabaseInfo info();
}
