package dev.goldenrod.engine.postgres.imports.destination;

import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.WorkMemory;
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

  /** Settings that decide how queries are planned, and use no resources by themselves. */
  private static final Set<String> OF_PLANS =
      Set.of(
          "constraint_exclusion",
          "cpu_index_tuple_cost",
          "cpu_operator_cost",
          "cpu_tuple_cost",
          "cursor_tuple_fraction",
          "default_statistics_target",
          "effective_cache_size",
          "effective_io_concurrency",
          "from_collapse_limit",
          "geqo",
          "geqo_effort",
          "geqo_generations",
          "geqo_pool_size",
          "geqo_seed",
          "geqo_selection_bias",
          "geqo_threshold",
          "jit",
          "jit_above_cost",
          "jit_inline_above_cost",
          "jit_optimize_above_cost",
          "join_collapse_limit",
          "max_parallel_workers_per_gather",
          "min_parallel_index_scan_size",
          "min_parallel_table_scan_size",
          "parallel_leader_participation",
          "parallel_setup_cost",
          "parallel_tuple_cost",
          "plan_cache_mode",
          "random_page_cost",
          "recursive_worktable_factor",
          "seq_page_cost");

  private static final Pattern PLANNER_SWITCH = Pattern.compile("enable_[a-z_]+");

  /** In lower case, as spellings vary. Settings that start with {@code enable_} are also kept. */
  public static final Set<String> KEPT =
      Stream.concat(OF_MEANING.stream(), OF_PLANS.stream()).collect(Collectors.toUnmodifiableSet());

  /** Settings that would otherwise follow a clone's size, so a source's default counts too. */
  public static final Set<String> OF_SIZE =
      Set.of("effective_cache_size", "max_parallel_workers_per_gather");

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
      } else if (!WorkMemory.SETTINGS.contains(setting.key().toLowerCase(Locale.ROOT))) {
        report.warn("%s is not carried over; a clone has its own".formatted(what(setting)));
      }
    }
  }

  private boolean isKept(String key) {
    String name = key.toLowerCase(Locale.ROOT);
    if (KEPT.contains(name) || PLANNER_SWITCH.matcher(name).matches()) {
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
            : "ROLE %s IN DATABASE %s".formatted(PostgresLogin.CLONE_ROLE, Sql.name(database));
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
