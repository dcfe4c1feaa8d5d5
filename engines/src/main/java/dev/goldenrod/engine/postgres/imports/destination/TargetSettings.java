package dev.goldenrod.engine.postgres.imports.destination;

import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.AdminRole;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata.Setting;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Saves the source's settings that decide what data means and how queries are planned: those of its
 * server and database, and for the clones' role those of the database's owner. Settings for safety,
 * memory and processes are the clone's own.
 */
public final class TargetSettings {
  private static final Set<String> OF_MEANING =
      Set.of(
          "array_nulls",
          "backslash_quote",
          "bytea_output",
          "datestyle",
          "default_text_search_config",
          "extra_float_digits",
          "intervalstyle",
          "lc_messages",
          "lc_monetary",
          "lc_numeric",
          "lc_time",
          "plpgsql.check_asserts",
          "plpgsql.extra_errors",
          "plpgsql.variable_conflict",
          "search_path",
          "standard_conforming_strings",
          "timezone",
          "timezone_abbreviations",
          "transform_null_equals",
          "xmlbinary",
          "xmloption");

  /** In lower case, as spellings vary. Settings that start with {@code enable_} are also kept. */
  public static final Set<String> KEPT =
      Stream.concat(OF_MEANING.stream(), PlannerSettings.names().stream())
          .collect(Collectors.toUnmodifiableSet());

  /** Settings of extensions and languages, some of which name code that every session runs. */
  private static final Pattern OF_CODE = Pattern.compile("(pl|pg|pljava|auto_explain|session).*");

  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  private final Connection admin;
  private final String database;
  private final StepReport report;
  private final Set<String> extensions;

  /** Works as the superuser, in another database than the given one. */
  public TargetSettings(Connection admin, String database, StepReport report) throws SQLException {
    this.admin = admin;
    this.database = database;
    this.report = report;
    this.extensions =
        Set.copyOf(Sql.texts(admin, "SELECT name FROM pg_catalog.pg_available_extensions"));
  }

  /** Saves the settings; a later one replaces an earlier one for the same role. */
  public void store(List<Setting> settings) throws SQLException {
    for (Setting setting : settings) {
      if (CONTROL.matcher(setting.key() + setting.value()).find()) {
        report.warn("%s is left out: it contains control characters".formatted(what(setting)));
      } else if (isKept(setting.key())) {
        keep(setting);
      } else if (!PlannerSettings.isBounded(setting.key().toLowerCase(Locale.ROOT))) {
        report.warn("%s is not carried over; a clone has its own".formatted(what(setting)));
      }
    }
  }

  private boolean isKept(String key) {
    String name = key.toLowerCase(Locale.ROOT);
    if (OF_MEANING.contains(name) || PlannerSettings.isOne(name)) {
      return true;
    }
    int dot = name.indexOf('.');
    String owner = name.substring(0, Math.max(dot, 0));
    return dot >= 0 && !extensions.contains(owner) && !OF_CODE.matcher(owner).matches();
  }

  private void keep(Setting setting) throws SQLException {
    String owner =
        setting.role() == null
            ? "DATABASE " + Sql.name(database)
            : "ROLE %s IN DATABASE %s".formatted(AdminRole.CLONE_ROLE, Sql.name(database));
    try {
      if (setting.key().equalsIgnoreCase("search_path")) {
        keepList(owner, setting);
      } else {
        // The value may name objects that only exist in the other database.
        Sql.run(
            admin,
            "ALTER %s SET %s TO%s".formatted(owner, key(setting.key()), Sql.text(setting.value())));
      }
    } catch (SQLException e) {
      report.warn("%s is left out: %s".formatted(what(setting), e.getMessage()));
    }
  }

  /** Copies the value from the session, so that a list needs no quoting. */
  private void keepList(String owner, Setting setting) throws SQLException {
    admin.setAutoCommit(false);
    try {
      Sql.list(
          admin,
          "SELECT pg_catalog.set_config(?, ?, true)",
          row -> row.getString(1),
          setting.key(),
          setting.value());
      Sql.run(admin, "ALTER %s SET %s FROM CURRENT".formatted(owner, key(setting.key())));
      admin.commit();
    } finally {
      admin.rollback();
      admin.setAutoCommit(true);
    }
  }

  private static String what(Setting setting) {
    return "setting %s = '%s' of the source's %s"
        .formatted(
            setting.key(),
            setting.value().replaceAll("\\p{Cntrl}", "?"),
            setting.role() == null ? "database" : "role '" + setting.role() + "'");
  }

  private static String key(String key) {
    // An extension's setting has a dot between two names.
    return Arrays.stream(key.split("\\.")).map(Sql::name).collect(Collectors.joining("."));
  }
}
