package dev.goldenrod.dataplane.k8s.database;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.StorageClasses;
import dev.goldenrod.dataplane.k8s.database.DataOrigins.OriginSnapshot;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.PodParts;
import dev.goldenrod.dataplane.k8s.server.DatabaseContext;
import dev.goldenrod.dataplane.k8s.server.DatabaseObjects;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaimStatus;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The PersistentVolumeClaims of databases, one for each generation. They grow where their storage
 * classes allow it. Thread-safe.
 */
final class DatabaseVolumes {
  private static final BigDecimal MIB = BigDecimal.valueOf(1 << 20);

  /** Size of a volume without a limit, if its snapshot has no size. */
  private static final long USUAL_MIB = 10 * 1024;

  private final ClusterApi cluster;
  private final Supplier<StorageClasses> classes;

  DatabaseVolumes(DatabaseContext context) {
    this.cluster = context.cluster();
    this.classes = context.classes();
  }

  void createIfMissing(DatabaseSpec spec, DatabaseRoot root, OriginSnapshot origin) {
    cluster
        .claims()
        .createIfMissing(
            PodParts.claim(
                new V1ObjectMeta()
                    .name(root.names().ofGeneration(spec.generation()))
                    .labels(Labels.of(Labels.DATABASE, root.id()))
                    .addOwnerReferencesItem(root.owner()),
                Optional.of(classes.get().storageClass()),
                size(spec, origin),
                Optional.of(origin.snapshot())));
  }

  /** Returns whether the volume is still pending, so that its snapshot must be kept. */
  boolean isUnfilled(DatabaseRoot root) {
    return cluster
        .claims()
        .get(DatabaseObjects.claim(root))
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

  /**
   * Requests the size for the volume, unless it is as large or there is none.
   *
   * @param mib the size in MiB; 0 to keep the current one
   * @return why the volume cannot grow; empty if it can
   * @throws DataPlaneException if the cluster refuses or cannot be reached
   */
  String grow(DatabaseRoot root, int mib) {
    String name = DatabaseObjects.claim(root);
    Optional<V1PersistentVolumeClaim> smaller =
        cluster.claims().get(name).filter(claim -> isLess(requested(claim), mib));
    if (smaller.isEmpty()) {
      return "";
    }
    Optional<String> refusal = smaller.flatMap(this::refusal);
    if (refusal.isEmpty()) {
      cluster.claims().merge(name, request(mib));
    }
    return refusal.orElse("");
  }

  /** Returns a message while the volume grows, as cached; empty otherwise. */
  String growth(DatabaseRoot root) {
    return cluster
        .claims()
        .cache()
        .get(DatabaseObjects.claim(root))
        .filter(claim -> has(claim).filter(has -> has.compareTo(requested(claim)) < 0).isPresent())
        .map(DatabaseVolumes::growing)
        .orElse("");
  }

  private static String growing(V1PersistentVolumeClaim claim) {
    String conditions =
        Optional.ofNullable(claim.getStatus().getConditions()).stream()
            .flatMap(all -> all.stream())
            .filter(one -> "True".equals(one.getStatus()) && one.getMessage() != null)
            .map(one -> ": " + one.getMessage())
            .findFirst()
            .orElse("");
    return "the database's volume, PersistentVolumeClaim %s, is growing%s"
        .formatted(claim.getMetadata().getName(), conditions);
  }

  private Optional<String> refusal(V1PersistentVolumeClaim claim) {
    String className = Optional.ofNullable(claim.getSpec().getStorageClassName()).orElse("");
    boolean isAllowed =
        cluster
            .storageClasses()
            .get(className)
            .filter(found -> Boolean.TRUE.equals(found.getAllowVolumeExpansion()))
            .isPresent();
    return isAllowed
        ? Optional.empty()
        : Optional.of(
            "the database's volume keeps its size: storage class '%s' does not let volumes grow; if its driver supports it, type: kubectl patch storageclass %s -p '{\"allowVolumeExpansion\": true}', and restart the database"
                .formatted(className, className));
  }

  private static BigDecimal requested(V1PersistentVolumeClaim claim) {
    return Optional.ofNullable(claim.getSpec().getResources())
        .map(resources -> resources.getRequests())
        .map(requests -> requests.get("storage"))
        .map(Quantity::getNumber)
        .orElse(BigDecimal.ZERO);
  }

  private static Optional<BigDecimal> has(V1PersistentVolumeClaim claim) {
    return Optional.ofNullable(claim.getStatus())
        .map(V1PersistentVolumeClaimStatus::getCapacity)
        .map(capacity -> capacity.get("storage"))
        .map(Quantity::getNumber);
  }

  private static boolean isLess(BigDecimal bytes, int mib) {
    return bytes.compareTo(MIB.multiply(BigDecimal.valueOf(mib))) < 0;
  }

  private static JsonObject request(int mib) {
    JsonObject requests = new JsonObject();
    requests.addProperty("storage", mib + "Mi");
    return nested("spec", nested("resources", nested("requests", requests)));
  }

  private static JsonObject nested(String name, JsonObject value) {
    JsonObject object = new JsonObject();
    object.add(name, value);
    return object;
  }
}
