package dev.goldenrod.control;

import dev.goldenrod.cluster.DataPlaneFigures;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.StatisticsRepository;
import dev.goldenrod.port.StatisticsRepository.DataBytes;
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

/** Figures of a control plane for monitoring, without a check of permissions. */
public final class Statistics {
  /** A cluster according to the store; online if connected to this server or another. */
  public record ClusterState(String name, boolean online) {}

  /**
   * Figures from the store, which all of its servers share.
   *
   * @param at the time of the figures, by the store's clock
   * @param scheduledSnapshots the time of the newest snapshot of each schedule
   * @param orphans the resources in quarantine
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
   * Returns the store's figures from one transaction of a few queries, because a server reads them
   * every few seconds.
   *
   * @throws dev.goldenrod.port.StoreException if the store is unavailable
   */
  public StoreFigures store() {
    return context.read(this::count);
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

  /** Returns the sizes of the data of goldens and snapshots. */
  public DataBytes dataBytes() {
    return context.read(tx -> tx.statistics().dataBytes(orgId));
  }

  /** Returns the figures of this server's data planes, as last known; none is asked. */
  public List<DataPlaneFigures> dataPlanes() {
    return context.dataPlanes().figures();
  }

  /**
   * Returns the time since the loop last polled for due work, which it does twice a second; empty
   * before the loop is started.
   */
  public Optional<Duration> sinceLoopTicked() {
    return context.loop().sinceTick();
  }
}
