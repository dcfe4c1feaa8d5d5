package dev.goldenrod.engine.postgres.imports.destination;

import dev.goldenrod.engine.postgres.WorkMemory;
import java.util.Set;
import java.util.regex.Pattern;

/** Settings that decide how queries are planned, and use no resources by themselves. */
public final class PlannerSettings {
  private static final Pattern SWITCH = Pattern.compile("enable_[a-z_]+");

  private static final Set<String> NAMES =
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

  /** Settings that would otherwise follow a clone's size, so a source's default counts too. */
  public static final Set<String> OF_SIZE =
      Set.of("effective_cache_size", "max_parallel_workers_per_gather");

  private PlannerSettings() {}

  /** Returns the names, except those that start with {@code enable_}. */
  static Set<String> names() {
    return NAMES;
  }

  /** Returns whether a name, in lower case, is one of these settings. */
  static boolean isOne(String name) {
    return NAMES.contains(name) || SWITCH.matcher(name).matches();
  }

  /** Returns whether the server limits the setting, in lower case, by a clone's size. */
  static boolean isBounded(String name) {
    return WorkMemory.SETTINGS.contains(name);
  }
}
