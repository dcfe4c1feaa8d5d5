package dev.goldenrod.http;

import dev.goldenrod.control.ChangeQuota;

/** Moves the caps of the organisation. */
final class Caps {
  private static final int MANY = 100_000;

  private Caps() {}

  /** Leaves no room for one more instance of bob's. */
  static void exhaust(World world) {
    if (world.control.instances().list(world.bob).isEmpty()) {
      world.fixtures.launch(world.bob, "shop");
    }
    int owned = world.control.quotas().of(world.bob).activeOwned();
    world.control.quotas().change(world.admin, new ChangeQuota(owned, 0));
  }

  static void lift(World world) {
    world.control.quotas().change(world.admin, new ChangeQuota(MANY, MANY));
  }
}
