package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.postgres.imports.FormerOwnerGrants;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Setting;
import java.util.List;

/**
 * What the load needs of the source besides the dump.
 *
 * @param settings of the source's sessions; those of its server come first, and later ones win
 */
record DumpMetadata(FormerOwnerGrants owners, List<Setting> settings) {
  DumpMetadata {
    settings = List.copyOf(settings);
  }
}
