package dev.goldenrod.engine.postgres.imports;

import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.SourceMetadata.Setting;
import java.util.List;

/** Where the source's own sessions look for names without a schema. */
final class SearchPath {
  private static final String USUAL = "\"$user\", public";

  private final SourceMetadata facts;
  private final List<Setting> settings;

  SearchPath(SourceMetadata facts, List<Setting> settings) {
    this.facts = facts;
    this.settings = settings;
  }

  /** The value of the setting, for a session of another user than the source's owner. */
  String text() {
    String path =
        settings.stream()
            .filter(setting -> setting.key().equalsIgnoreCase("search_path"))
            .map(Setting::value)
            .reduce(USUAL, (earlier, later) -> later);
    return path.replace("\"$user\"", Sql.name(facts.owner()));
  }
}
