package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.postgres.imports.FormerOwners;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Setting;
import java.util.List;

/**
 * What the load needs of the source besides the dump.
 *
 * @param settings of the source's sessions; those of its server come first, and later ones win
 */
record Dumped(FormerOwners owners, List<Setting> settings) {
  Dumped {
    settings = List.copyOf(settings);
  }
}
