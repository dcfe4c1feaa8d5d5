package dev.goldenrod.sequence;

import dev.goldenrod.control.Instances;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** The operations of members on instances. Their audit events are derived from the rows. */
final class InstanceOperations {
  private static final List<Ttl> LIVES =
      Stream.of("1m", "20m", "8h", "2d").map(Ttl::parse).toList();
  private static final List<InstanceSize> SIZES =
      List.of(InstanceSize.SMALL, InstanceSize.SMALL, InstanceSize.SMALL, InstanceSize.LARGE);

  private InstanceOperations() {}

  static List<String> launch(Simulation simulation, int what, int who) {
    Instances.Launch command =
        new Instances.Launch(
            GoldenOperations.name(what),
            ElementPicker.pick(SIZES, what / 3),
            ElementPicker.pick(LIVES, what / 7),
            what % 11 == 0 ? 1 : 0);
    simulation.server(who).instances().launch(simulation.actor(who), command);
    return List.of();
  }

  static List<String> delete(Simulation simulation, int what, int who) {
    simulation
        .server(who)
        .instances()
        .delete(simulation.actor(who), instance(simulation, what, who));
    return List.of();
  }

  static List<String> reset(Simulation simulation, int what, int who) {
    simulation
        .server(who)
        .instances()
        .reset(simulation.actor(who), instance(simulation, what, who));
    return List.of();
  }

  static List<String> refresh(Simulation simulation, int what, int who) {
    String golden = what % 2 == 0 ? "" : GoldenOperations.name(what / 2);
    simulation
        .server(who)
        .instances()
        .refresh(simulation.actor(who), instance(simulation, what, who), golden);
    return List.of();
  }

  static List<String> extend(Simulation simulation, int what, int who) {
    Ttl ttl = ElementPicker.pick(LIVES, what / 5);
    simulation
        .server(who)
        .instances()
        .extend(simulation.actor(who), instance(simulation, what, who), ttl);
    return List.of();
  }

  static List<String> credentials(Simulation simulation, int what, int who) {
    Actor actor = simulation.actor(who);
    UUID id = instance(simulation, what, who);
    simulation.server(who).instances().credentials(actor, id);
    return List.of("instance.credentials.read instance/" + id);
  }

  /** Returns an instance, in most cases one of the member's own. */
  private static UUID instance(Simulation simulation, int what, int who) {
    List<Instance> all = List.copyOf(Rows.of(simulation).instances().values());
    UUID member = simulation.member(who).id();
    List<Instance> own = all.stream().filter(one -> one.ownerId().equals(member)).toList();
    return ElementPicker.pickId(own.isEmpty() || what % 4 == 0 ? all : own, Instance::id, what);
  }
}
