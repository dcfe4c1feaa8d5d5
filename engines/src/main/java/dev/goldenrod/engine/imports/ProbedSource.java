package dev.goldenrod.engine.imports;

import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.imports.Importer.SourceCredentials;
import dev.goldenrod.source.SourceCheck;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A probed source and the steps that turn its database into a golden. They throw a {@link
 * dev.goldenrod.port.DataPlaneException} if a tool or a statement fails, or if cancelled.
 */
public interface ProbedSource {
  String release();

  /** Returns the size of the database as the source reports it. */
  long sizeBytes();

  /** Returns what a member who checks the source is told. */
  SourceCheck check(List<String> warnings);

  /** Returns all data of this object as JSON, which holds no secret. */
  byte[] toJson();

  /** Creates empty data of the source's release. */
  void initialise(DataDirectoryContext data);

  /** Dumps the source, with masked rows if the work has rules. This runs no code of the source. */
  SourceDump dump(ImportWork work, SourceCredentials credentials);

  /** Parses a dump as {@link SourceDump#toJson} wrote it. */
  SourceDump readDump(byte[] json) throws IOException;

  /** Returns the description of a golden that was loaded from the source. */
  DatabaseInfo info();

  /** A dump, and what must be known to load it. The files belong to the work that made it. */
  interface SourceDump {
    /** Returns all data of this object except the files, as JSON. */
    byte[] toJson();

    /**
     * Loads the dump into empty data, analyzes it, so that clones need not, and shuts it down
     * cleanly, with all of it on the disk. This runs code that the source defined, and needs no
     * connection to the source.
     *
     * @return the size of its databases, in bytes
     * @throws dev.goldenrod.port.DataPlaneException if a tool or a statement fails, or the import
     *     is cancelled
     */
    long load(DataDirectoryContext data, ImportWork work);

    /** Returns what was proved of the loaded data; empty if its rows are not masked. */
    default Optional<MaskingProof> proof() {
      return Optional.empty();
    }
  }
}
