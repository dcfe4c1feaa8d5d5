package dev.goldenrod.sequence;

import dev.goldenrod.control.Pools;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.pool.Pool;
import java.util.List;
import java.util.UUID;

/**
 * The operations on pools of the servers' organization. Those of the other one are never filled.
 */
final class PoolOperations {
  private PoolOperations() {}

  static List<String> create(Simulation simulation, int what, int who) {
    if (simulation.member(who).orgId().equals(simulation.otherOrg)) {
      return List.of();
    }
    Pools.Create command =
        new Pools.Create(GoldenOperations.name(what), what % 3, InstanceSize.SMALL, 1 + what % 2);
    UUID pool = simulation.server(who).pools().create(simulation.actor(who), command).pool().id();
    return List.of("pool.created pool/" + pool);
  }

  static List<String> resize(Simulation simulation, int what, int who) {
    UUID pool = pool(simulation, what);
    simulation.server(who).pools().resize(simulation.actor(who), pool, what % 4);
    return List.of("pool.changed pool/" + pool);
  }

  static List<String> delete(Simulation simulation, int what, int who) {
    UUID pool = pool(simulation, what);
    simulation.server(who).pools().delete(simulation.actor(who), pool);
    return List.of("pool.deleted pool/" + pool);
  }

  private static UUID pool(Simulation simulation, int what) {
    return ElementPicker.pickId(List.copyOf(Rows.of(simulation).pools().values()), Pool::id, what);
  }
}
