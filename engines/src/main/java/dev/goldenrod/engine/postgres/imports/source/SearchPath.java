package dev.goldenrod.engine.postgres.imports.source;

import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Setting;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The search_path of a source's sessions. Without a role it is the server's or database's. */
public record SearchPath(@Nullable String role, String value) {
  private static final String KEY = "search_path";
  private static final SearchPath USUAL = new SearchPath(null, "\"$user\", public");

  /** Matches {@code $user}, which stands for the schema with the session user's name. */
  private static final Pattern USER =
      Pattern.compile("(^|,)\\s*(?:\"\\$user\"|\\$user)\\s*(?=,|$)");

  /** Returns the last search_path of the settings, or PostgreSQL's default. */
  public static SearchPath of(List<Setting> settings) {
    return settings.stream()
        .filter(setting -> setting.key().equalsIgnoreCase(KEY))
        .map(setting -> new SearchPath(setting.role(), setting.value()))
        .reduce(USUAL, (earlier, later) -> later);
  }

  /** Returns whether the path has {@code $user}, which stands for another schema in clones. */
  public boolean namesUser() {
    return USER.matcher(value).find();
  }

  /** Returns the setting with the given schema in place of {@code $user}. */
  public Setting withUser(String schema) {
    String instead = "$1" + Matcher.quoteReplacement(Sql.name(schema));
    return new Setting(role, KEY, USER.matcher(value).replaceAll(instead));
  }
}
