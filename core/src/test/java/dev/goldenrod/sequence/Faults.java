package dev.goldenrod.sequence;

import dev.goldenrod.imports.ImportPhase;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** The operations of servers and time, and the faults. */
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

  static List<String> run(Simulation simulation, int what, int who) {
    simulation.server(who).runDueOnce();
    return NOTHING;
  }

  static List<String> advance(Simulation simulation, int what, int who) {
    simulation.clock.advance(ElementPicker.pick(WAITS, what));
    return NOTHING;
  }

  static List<String> dieWhileRunning(Simulation simulation, int what, int who) {
    simulation.dieWhileRunning(who, what % 12, what % 2 == 0);
    return NOTHING;
  }

  static List<String> restartServer(Simulation simulation, int what, int who) {
    simulation.restart(who);
    return NOTHING;
  }

  static List<String> restartDataPlane(Simulation simulation, int what, int who) {
    simulation.restartDataPlane();
    return NOTHING;
  }

  static List<String> goOffline(Simulation simulation, int what, int who) {
    simulation.dataPlane.goOffline();
    simulation.online = false;
    return NOTHING;
  }

  static List<String> comeOnline(Simulation simulation, int what, int who) {
    simulation.dataPlane.comeOnline();
    simulation.online = true;
    return NOTHING;
  }

  static List<String> detach(Simulation simulation, int what, int who) {
    simulation.server(who).detach(simulation.dataPlane);
    return NOTHING;
  }

  static List<String> attach(Simulation simulation, int what, int who) {
    simulation.server(who).attach(simulation.dataPlane);
    return NOTHING;
  }

  static List<String> failNextDatabase(Simulation simulation, int what, int who) {
    simulation.dataPlane.failNextDatabase("the disk is full");
    return NOTHING;
  }

  static List<String> blockDatabases(Simulation simulation, int what, int who) {
    simulation.dataPlane.blockDatabases("the port is taken");
    return NOTHING;
  }

  static List<String> unblockDatabases(Simulation simulation, int what, int who) {
    simulation.dataPlane.unblockDatabases();
    return NOTHING;
  }

  static List<String> holdDatabases(Simulation simulation, int what, int who) {
    simulation.dataPlane.holdDatabases();
    return NOTHING;
  }

  static List<String> releaseDatabases(Simulation simulation, int what, int who) {
    simulation.dataPlane.releaseDatabases();
    return NOTHING;
  }

  static List<String> holdRemovals(Simulation simulation, int what, int who) {
    simulation.dataPlane.holdRemovals();
    return NOTHING;
  }

  static List<String> releaseRemovals(Simulation simulation, int what, int who) {
    simulation.dataPlane.releaseRemovals();
    return NOTHING;
  }

  static List<String> killDatabase(Simulation simulation, int what, int who) {
    if (simulation.online) {
      List<UUID> clones = simulation.dataPlane.inventory().databases().stream().sorted().toList();
      if (!clones.isEmpty()) {
        simulation.dataPlane.killDatabase(ElementPicker.pick(clones, what));
      }
    }
    return NOTHING;
  }

  static List<String> holdImports(Simulation simulation, int what, int who) {
    simulation.dataPlane.holdImports();
    return NOTHING;
  }

  static List<String> releaseImports(Simulation simulation, int what, int who) {
    simulation.dataPlane.releaseImports();
    return NOTHING;
  }

  static List<String> failStep(Simulation simulation, int what, int who) {
    simulation.dataPlane.failStep(ElementPicker.pick(STEPS, what), "the step broke");
    return NOTHING;
  }

  static List<String> warnAtStep(Simulation simulation, int what, int who) {
    simulation.dataPlane.warnAtStep(ElementPicker.pick(STEPS, what), "an extension was left out");
    return NOTHING;
  }
}
