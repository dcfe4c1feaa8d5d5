package dev.goldenrod.console.golden;

import dev.goldenrod.console.page.Shown;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.pool.PoolState;

/**
 * A pool as pages show it.
 *
 * @param cluster the name of the cluster of its clones; empty if there is none yet
 */
public record PoolView(PoolState state, String cluster) {
  static PoolView of(ControlPlane control, PoolState state) {
    return new PoolView(
        state, control.clusters().name(state.pool().orgId(), state.clusterId()).orElse(""));
  }

  public String path() {
    return "/pools/" + state.pool().id();
  }

  /** Returns what the pool holds, such as {@code 5 small clones of shop}. */
  public String title() {
    return "%d %s clones of %s"
        .formatted(state.pool().target(), state.pool().size().wireName(), state.pool().golden());
  }

  /** Returns the version of its clones and whether that follows the newest one. */
  public String version() {
    String number = state.goldenVersion() == 0 ? "none" : Integer.toString(state.goldenVersion());
    return state.pool().version() == 0 ? "newest (" + number + ")" : number;
  }

  /** Returns whether all wanted clones are ready. */
  public boolean isFull() {
    return state.ready() >= state.pool().target();
  }

  /** Returns the settings that the form of the pool shows. */
  public String settings() {
    return Shown.of(String.valueOf(state.pool().target()));
  }
}
