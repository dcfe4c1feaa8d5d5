package dev.goldenrod.reconcile;

import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.IdGenerator;
import dev.goldenrod.port.WorkKind;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceConnection;
import java.util.Map;
import java.util.function.Function;

/** The reconciler of each kind of work. */
public final class Reconcilers {
  private final Map<WorkKind, Reconciler<?>> byKind;

  private Reconcilers(Map<WorkKind, Reconciler<?>> byKind) {
    this.byKind = byKind;
  }

  /**
   * Reconcilers that work through the cluster's data plane.
   *
   * @param connections reads from a source how to reach it
   */
  public static Reconcilers of(
      AttachedCluster attached, IdGenerator ids, Function<Source, SourceConnection> connections) {
    DataPlane dataPlane = attached.dataPlane();
    return new Reconcilers(
        Map.of(
            WorkKind.INSTANCE, new InstanceReconciler(dataPlane.databases(), ids),
            WorkKind.IMPORT, new ImportReconciler(dataPlane.imports(), ids, connections),
            WorkKind.GOLDEN, new GoldenReconciler(attached),
            WorkKind.POOL, new PoolReconciler(attached, ids)));
  }

  Reconciler<?> of(WorkKind kind) {
    Reconciler<?> reconciler = byKind.get(kind);
    if (reconciler == null) {
      throw new IllegalStateException("no reconciler for " + kind);
    }
    return reconciler;
  }
}
