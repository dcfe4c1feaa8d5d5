package dev.goldenrod.sequence;

import dev.goldenrod.imports.ImportPhase;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** What the servers, time and fate do. */
final class Faults {
  private static final List<String> NOTHING = List.of();
  private static final List<ImportPhase> STEPS =
      Stream.of(ImportPhase.values()).filter(ImportPhase::isDataPlaneStep).toList();
  private static final List<Duration> WAITS =
      List.of(
          Duration.ofMillis(300),
          Duration.ofSeconds(1),
          Duration.ofSeconds(16),
          Duration.ofSeconds(31),
          Duration.ofMinutes(10),
          Duration.ofHours(5));

  private Faults() {}

  static List<String> run(World world, int what, int who) {
    world.server(who).runDueOnce();
    return NOTHING;
  }

  static List<String> advance(World world, int what, int who) {
    world.clock.advance(Pick.from(WAITS, what));
    return NOTHING;
  }

  static List<String> dieWhileRunning(World world, int what, int who) {
    world.dieWhileRunning(who, what % 12, what % 2 == 0);
    return NOTHING;
  }

  static List<String> restartServer(World world, int what, int who) {
    world.restart(who);
    return NOTHING;
  }

  static List<String> restartDataPlane(World world, int what, int who) {
    world.restartDataPlane();
    return NOTHING;
  }

  static List<String> goOffline(World world, int what, int who) {
    world.dataPlane.goOffline();
    world.online = false;
    return NOTHING;
  }

  static List<String> comeOnline(World world, int what, int who) {
    world.dataPlane.comeOnline();
    world.online = true;
    return NOTHING;
  }

  static List<String> failNextClone(World world, int what, int who) {
    world.dataPlane.failNextClone("the disk is full");
    return NOTHING;
  }

  static List<String> blockClones(World world, int what, int who) {
    world.dataPlane.blockClones("the port is taken");
    return NOTHING;
  }

  static List<String> unblockClones(World world, int what, int who) {
    world.dataPlane.unblockClones();
    return NOTHING;
  }

  static List<String> holdClones(World world, int what, int who) {
    world.dataPlane.holdClones();
    return NOTHING;
  }

  static List<String> releaseClones(World world, int what, int who) {
    world.dataPlane.releaseClones();
    return NOTHING;
  }

  static List<String> holdRemovals(World world, int what, int who) {
    world.dataPlane.holdRemovals();
    return NOTHING;
  }

  static List<String> releaseRemovals(World world, int what, int who) {
    world.dataPlane.releaseRemovals();
    return NOTHING;
  }

  static List<String> killClone(World world, int what, int who) {
    if (world.online) {
      List<UUID> clones = world.dataPlane.inventory().clones().stream().sorted().toList();
      if (!clones.isEmpty()) {
        world.dataPlane.killClone(Pick.from(clones, what));
      }
    }
    return NOTHING;
  }

  static List<String> holdImports(World world, int what, int who) {
    world.dataPlane.holdImports();
    return NOTHING;
  }

  static List<String> releaseImports(World world, int what, int who) {
    world.dataPlane.releaseImports();
    return NOTHING;
  }

  static List<String> failStep(World world, int what, int who) {
    world.dataPlane.failStep(Pick.from(STEPS, what), "the step broke");
    return NOTHING;
  }

  static List<String> warnAtStep(World world, int what, int who) {
    world.dataPlane.warnAtStep(Pick.from(STEPS, what), "an extension was left out");
    return NOTHING;
  }
}
