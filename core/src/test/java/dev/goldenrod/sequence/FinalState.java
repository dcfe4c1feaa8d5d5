package dev.goldenrod.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.pool.Pool;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.WorkItem;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The conditions that must hold once all faults have ended and all work is done. */
final class FinalState {
  private static final int EVERYTHING = 1000;

  private FinalState() {}

  static void check(Simulation simulation) {
    Rows rows = Rows.of(simulation);
    List<Instance> instances =
        rows.instances().values().stream()
            .filter(one -> one.orgId().equals(simulation.ownOrg))
            .toList();
    instances.forEach(one -> checkSettled(simulation, one));
    assertThat(rows.imports().values())
        .filteredOn(job -> job.orgId().equals(simulation.ownOrg))
        .as("every import has ended")
        .allMatch(job -> job.phase().isTerminal());
    assertThat(rows.versions().values())
        .filteredOn(version -> isOf(simulation.ownOrg, rows, version))
        .as("every number is ready or was given back")
        .allMatch(GoldenVersion::isReady);
    assertThat(rows.goldens().values())
        .filteredOn(golden -> golden.orgId().equals(simulation.ownOrg))
        .as("every deleted golden is gone")
        .noneMatch(Golden::isDeleting);
    rows.pools().values().forEach(pool -> checkStocked(pool, instances));
    checkInventory(simulation, rows, instances);
    checkWork(simulation, rows);
  }

  private static boolean isOf(UUID org, Rows rows, GoldenVersion version) {
    Golden golden = rows.goldens().get(version.goldenId());
    return golden != null && golden.orgId().equals(org);
  }

  private static void checkSettled(Simulation simulation, Instance one) {
    DatabaseObservation seen = simulation.dataPlane.databases().observe(one.id());
    assertThat(seen.generation()).as("generation").isEqualTo(one.spec().cloneGeneration());
    assertThat(one.phase())
        .as("phase of %s, whose clone is %s", one.id(), seen)
        .isEqualTo(
            seen.state() == DatabaseState.READY ? InstancePhase.READY : InstancePhase.FAILED);
    if (one.phase() == InstancePhase.READY) {
      assertThat(one.status().endpoint()).isEqualTo(seen.endpoint());
    }
  }

  private static void checkStocked(Pool pool, List<Instance> instances) {
    assertThat(instances)
        .filteredOn(one -> pool.id().equals(one.poolId()))
        .as("warm clones of pool %s", pool.id())
        .hasSize(pool.target())
        .allMatch(one -> one.phase() == InstancePhase.READY);
  }

  private static void checkInventory(Simulation simulation, Rows rows, List<Instance> instances) {
    Inventory held = simulation.dataPlane.inventory();
    assertThat(held.databases())
        .as("clones that the data plane holds")
        .containsExactlyInAnyOrderElementsOf(instances.stream().map(Instance::id).toList());
    assertThat(held.imports()).as("imports that left something behind").isEmpty();
    assertThat(held.handles())
        .as("volumes that the data plane holds")
        .containsExactlyInAnyOrderElementsOf(
            rows.versions().values().stream()
                .filter(version -> version.sourceRef().startsWith("import/"))
                .filter(GoldenVersion::isReady)
                .map(GoldenVersion::handle)
                .toList());
  }

  private static void checkWork(Simulation simulation, Rows rows) {
    Set<UUID> known = new HashSet<>(rows.instances().keySet());
    known.addAll(rows.pools().keySet());
    Instant later = simulation.clock.instant().plus(Duration.ofDays(1));
    List<UUID> clusters = List.copyOf(rows.clusters().keySet());
    rows.goldens().values().stream().filter(Golden::isDeleting).map(Golden::id).forEach(known::add);
    rows.imports().values().stream()
        .filter(job -> !job.phase().isTerminal())
        .map(ImportJob::id)
        .forEach(known::add);
    List<WorkItem> items =
        simulation.rows.inTransaction(tx -> tx.work().due(later, clusters, EVERYTHING));
    assertThat(items)
        .as("work for what is gone")
        .extracting(WorkItem::resourceId)
        .isSubsetOf(known);
  }
}
