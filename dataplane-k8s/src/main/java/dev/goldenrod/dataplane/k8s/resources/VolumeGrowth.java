package dev.goldenrod.dataplane.k8s.resources;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.server.DatabaseClaims;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaimStatus;
import java.math.BigDecimal;
import java.util.Optional;

/** Grows the volumes of databases, where their storage classes allow it. Thread-safe. */
public record VolumeGrowth(ClusterApi cluster) {
  private static final BigDecimal MIB = BigDecimal.valueOf(1 << 20);

  /**
   * Requests the size for the volume, unless it is as large or there is none.
   *
   * @param mib the size in MiB; 0 to keep the current one
   * @return why the volume cannot grow; empty if it can
   * @throws DataPlaneException if the cluster refuses or cannot be reached
   */
  public String grow(DatabaseRoot root, int mib) {
    String name = DatabaseClaims.name(root);
    Optional<V1PersistentVolumeClaim> smaller =
        cluster.claims().api().get(name).filter(claim -> isLess(requested(claim), mib));
    if (smaller.isEmpty()) {
      return "";
    }
    Optional<String> refusal = smaller.flatMap(this::refusal);
    if (refusal.isEmpty()) {
      cluster.claims().api().merge(name, request(mib));
    }
    return refusal.orElse("");
  }

  /** Returns a message while the volume grows, as cached; empty otherwise. */
  public String underWay(DatabaseRoot root) {
    return cluster
        .claims()
        .cache()
        .get(DatabaseClaims.name(root))
        .filter(claim -> has(claim).filter(has -> has.compareTo(requested(claim)) < 0).isPresent())
        .map(VolumeGrowth::growing)
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
