package dev.goldenrod.sequence;

import dev.goldenrod.control.CreatePool;
import dev.goldenrod.pool.Pool;
import java.util.List;
import java.util.UUID;

/**
 * What members of the servers' organisation do with pools; the other one has nobody to fill any.
 */
final class PoolActs {
  private PoolActs() {}

  static List<String> create(World world, int what, int who) {
    if (world.member(who).orgId().equals(world.otherOrg)) {
      return List.of();
    }
    CreatePool command = new CreatePool(GoldenActs.name(what), what % 3, "", 1 + what % 2);
    UUID pool = world.server(who).pools().create(world.actor(who), command).pool().id();
    return List.of("pool.created pool/" + pool);
  }

  static List<String> retarget(World world, int what, int who) {
    UUID pool = pool(world, what);
    world.server(who).pools().retarget(world.actor(who), pool, what % 4);
    return List.of("pool.changed pool/" + pool);
  }

  static List<String> delete(World world, int what, int who) {
    UUID pool = pool(world, what);
    world.server(who).pools().delete(world.actor(who), pool);
    return List.of("pool.deleted pool/" + pool);
  }

  private static UUID pool(World world, int what) {
    return Pick.id(List.copyOf(Rows.of(world).pools().values()), Pool::id, what);
  }
}
