package dev.goldenrod.sequence;

import dev.goldenrod.control.LaunchInstance;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.member.Actor;
import java.util.List;
import java.util.UUID;

/** What members do with instances. What it leaves in the audit follows from the rows. */
final class InstanceActs {
  private static final List<String> LIVES = List.of("1m", "20m", "8h", "2d");
  private static final List<String> SIZES = List.of("", "", "small", "large");

  private InstanceActs() {}

  static List<String> launch(World world, int what, int who) {
    LaunchInstance command =
        new LaunchInstance(
            GoldenActs.name(what),
            Pick.from(SIZES, what / 3),
            Pick.from(LIVES, what / 7),
            what % 11 == 0 ? 1 : 0);
    world.server(who).instances().launch(world.actor(who), command);
    return List.of();
  }

  static List<String> destroy(World world, int what, int who) {
    world.server(who).instances().destroy(world.actor(who), instance(world, what, who));
    return List.of();
  }

  static List<String> reset(World world, int what, int who) {
    world.server(who).instances().reset(world.actor(who), instance(world, what, who));
    return List.of();
  }

  static List<String> refresh(World world, int what, int who) {
    String golden = what % 2 == 0 ? "" : GoldenActs.name(what / 2);
    world.server(who).instances().refresh(world.actor(who), instance(world, what, who), golden);
    return List.of();
  }

  static List<String> extend(World world, int what, int who) {
    String ttl = Pick.from(LIVES, what / 5);
    world.server(who).instances().extend(world.actor(who), instance(world, what, who), ttl);
    return List.of();
  }

  static List<String> credentials(World world, int what, int who) {
    Actor actor = world.actor(who);
    UUID id = instance(world, what, who);
    world.server(who).instances().credentials(actor, id);
    return List.of("instance.credentials.read instance/" + id);
  }

  /** Mostly one of the member's own. */
  private static UUID instance(World world, int what, int who) {
    List<Instance> all = List.copyOf(Rows.of(world).instances().values());
    UUID member = world.member(who).id();
    List<Instance> own = all.stream().filter(one -> one.ownerId().equals(member)).toList();
    return Pick.id(own.isEmpty() || what % 4 == 0 ? all : own, Instance::id, what);
  }
}
