package dev.goldenrod.dataplane.k8s;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.engine.kept.PostgresValue;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.source.SourceConnection;
import dev.goldenrod.testkit.dataplane.DataPlaneContract;
import dev.goldenrod.testkit.dataplane.DatabaseClient;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The contract tests on a cluster, with PostgreSQL 15. */
abstract class KubernetesContract extends DataPlaneContract {
  static final String NAMESPACE = "contract";

  private KubernetesDataPlane plane;

  abstract KubernetesOptions options();

  /** Returns a database to import, which this process and the cluster's pods can reach. */
  abstract SourceConnection source();

  /** Returns a version that all tests share and none removes; null before the first import. */
  abstract @Nullable VersionRef made();

  abstract void remember(VersionRef version);

  @Override
  protected DataPlane open() {
    plane = KubernetesDataPlane.open(options());
    return plane;
  }

  @Override
  protected DataPlane reopen() {
    plane.close();
    return open();
  }

  @Override
  protected ImportSpec importSpec() {
    return new ImportSpec(UUID.randomUUID(), "shop", 1, source(), "");
  }

  @Override
  protected VersionRef readyVersion(Supplier<VersionRef> imported) {
    if (made() == null) {
      remember(imported.get());
    }
    return made();
  }

  @Override
  protected Set<String> keptHandles() {
    return made() == null ? Set.of() : Set.of(made().handle());
  }

  @Override
  protected Origin.Blank blank(List<EngineVersion> engines) {
    return new Origin.Blank("postgresql", "15");
  }

  @Override
  protected DatabaseClient client() {
    return new DatabaseClient(
        PostgresValue::write,
        PostgresValue::writeUnflushed,
        PostgresValue::read,
        PostgresValue::changePassword);
  }

  @Override
  protected Duration patience() {
    return Duration.ofMinutes(8);
  }
}
