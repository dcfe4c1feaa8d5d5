package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.client.ObjectApi;
import dev.goldenrod.dataplane.k8s.database.DataOrigins.OriginSnapshot;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.PodParts;
import dev.goldenrod.dataplane.k8s.server.DatabaseClaims;
import dev.goldenrod.dataplane.k8s.server.DatabaseContext;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.port.DatabaseSpec;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/** The PersistentVolumeClaims of databases, one for each generation. */
final class DatabaseVolumes {
  private static final BigDecimal MIB = BigDecimal.valueOf(1 << 20);

  /** Size of a volume without a limit, if its snapshot has no size. */
  private static final long USUAL_MIB = 10 * 1024;

  private final DatabaseContext context;
  private final ObjectApi<V1PersistentVolumeClaim> claims;

  DatabaseVolumes(DatabaseContext context) {
    this.context = context;
    this.claims = context.cluster().claims().api();
  }

  void createIfMissing(DatabaseSpec spec, DatabaseRoot root, OriginSnapshot origin) {
    claims.createIfMissing(
        PodParts.claim(
            new V1ObjectMeta()
                .name(root.names().ofGeneration(spec.generation()))
                .labels(Labels.of(Labels.DATABASE, root.id()))
                .addOwnerReferencesItem(root.owner()),
            Optional.of(context.classes().get().storageClass()),
            size(spec, origin),
            Optional.of(origin.snapshot())));
  }

  /** Returns whether the volume is still pending, so that its snapshot must be kept. */
  boolean isUnfilled(DatabaseRoot root) {
    return claims
        .get(DatabaseClaims.name(root))
        .map(V1PersistentVolumeClaim::getStatus)
        .filter(status -> "Pending".equals(status.getPhase()))
        .isPresent();
  }

  private static Quantity size(DatabaseSpec spec, OriginSnapshot origin) {
    long asked = spec.resources().storageMib();
    long least =
        origin
            .restoreSize()
            .map(text -> Quantity.fromString(text).getNumber())
            .map(bytes -> bytes.divide(MIB, 0, RoundingMode.CEILING).longValue())
            .orElse(asked > 0 ? 0L : USUAL_MIB);
    return PodParts.mebibytes(Math.max(asked, least));
  }
}
