package dev.goldenrod.engine.postgres.imports.source;

import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Setting;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where sessions of a source look for names without a schema.
 *
 * @param role whose setting it is; null for that of the server or the database
 */
public record SearchPath(@Nullable String role, String value) {
  private static final String KEY = "search_path";
  private static final SearchPath USUAL = new SearchPath(null, "\"$user\", public");

  /** The schema of the session's own user. */
  private static final Pattern USER =
      Pattern.compile("(^|,)\\s*(?:\"\\$user\"|\\$user)\\s*(?=,|$)");

  /** The last of the settings, which wins, or what PostgreSQL has without one. */
  public static SearchPath of(List<Setting> settings) {
    return settings.stream()
        .filter(setting -> setting.key().equalsIgnoreCase(KEY))
        .map(setting -> new SearchPath(setting.role(), setting.value()))
        .reduce(USUAL, (earlier, later) -> later);
  }

  /** Whether it has the schema of the session's own user, who is another one in clones. */
  public boolean namesUser() {
    return USER.matcher(value).find();
  }

  /** The same path with that schema by its name. */
  public Setting withUser(String schema) {
    String instead = "$1" + Matcher.quoteReplacement(Sql.name(schema));
    return new Setting(role, KEY, USER.matcher(value).replaceAll(instead));
  }
}
