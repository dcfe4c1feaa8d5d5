package dev.goldenrod.engine.postgres.imports.destination;

import dev.goldenrod.engine.postgres.WorkMemory;
import java.util.Set;
import java.util.regex.Pattern;

/** The settings that decide how queries are planned, and take nothing of a server themselves. */
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

  /** Those that a clone's size would decide, so that a source's default is a value too. */
  public static final Set<String> OF_SIZE =
      Set.of("effective_cache_size", "max_parallel_workers_per_gather");

  private PlannerSettings() {}

  /** Their names, besides those of switches. */
  static Set<String> names() {
    return NAMES;
  }

  /**
   * Whether it is one of them.
   *
   * @param name in lower case
   */
  static boolean isOne(String name) {
    return NAMES.contains(name) || SWITCH.matcher(name).matches();
  }

  /**
   * Whether a clone's size bounds it, which the server sees to when it starts.
   *
   * @param name in lower case
   */
  static boolean isBounded(String name) {
    return WorkMemory.SETTINGS.contains(name);
  }
}
