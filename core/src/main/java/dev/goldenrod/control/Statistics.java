package dev.goldenrod.control;

import dev.goldenrod.cluster.DataPlaneFigures;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.StatisticsRepository;
import dev.goldenrod.port.StatisticsRepository.DatabaseCount;
import dev.goldenrod.port.StatisticsRepository.DueWork;
import dev.goldenrod.port.StatisticsRepository.GoldenAge;
import dev.goldenrod.port.StatisticsRepository.ImportCount;
import dev.goldenrod.port.StatisticsRepository.InstanceCount;
import dev.goldenrod.port.StatisticsRepository.PoolFill;
import dev.goldenrod.port.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Figures of a control plane, for those who watch it. Nobody's rights are asked for. */
public final class Statistics {
  /**
   * A cluster, as the store has it.
   *
   * @param online whether its data plane is connected to this server or another
   */
  public record ClusterState(String name, boolean online) {}

  /**
   * What the store holds: the same for all its servers.
   *
   * @param at the time of all of it, by the store's clock
   * @param scheduledSnapshots when the newest of each schedule was taken
   * @param orphans those in quarantine
   */
  public record StoreFigures(
      Instant at,
      List<DueWork> dueWork,
      List<InstanceCount> instances,
      List<DatabaseCount> databases,
      List<ImportCount> imports,
      List<GoldenAge> goldens,
      List<PoolFill> pools,
      List<Instant> scheduledSnapshots,
      List<ClusterState> clusters,
      List<Orphan> orphans) {}

  private final ControlContext context;
  private final UUID orgId;

  Statistics(ControlContext context, UUID orgId) {
    this.context = context;
    this.orgId = orgId;
  }

  /**
   * Counts in the store, in one transaction of a few queries: a server asks every few seconds.
   *
   * @throws dev.goldenrod.port.StoreException when the store cannot be reached
   */
  public StoreFigures store() {
    return context.store().inTransaction(this::count);
  }

  private StoreFigures count(Transaction tx) {
    StatisticsRepository counted = tx.statistics();
    Instant now = context.now();
    return new StoreFigures(
        now,
        counted.dueWork(now),
        counted.instances(orgId),
        counted.databases(orgId),
        counted.imports(orgId),
        counted.goldens(orgId),
        counted.pools(orgId),
        counted.scheduledSnapshots(orgId),
        tx.clusters().list(orgId).stream()
            .map(one -> new ClusterState(one.name(), one.isOnlineAt(now)))
            .toList(),
        tx.orphans().list(orgId));
  }

  /** The data planes that this server holds, as far as is known of them: none is asked. */
  public List<DataPlaneFigures> dataPlanes() {
    return context.loop().dataPlanes().figures();
  }

  /**
   * How long ago the loop last looked for what is due, as it does twice a second; empty before it
   * was started.
   */
  public Optional<Duration> sinceLoopTicked() {
    return context.loop().sinceTick();
  }
}
