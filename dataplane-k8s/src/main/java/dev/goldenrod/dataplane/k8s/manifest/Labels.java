package dev.goldenrod.dataplane.k8s.manifest;

import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The labels of Goldenrod's objects. */
public final class Labels {
  /** What every object of Goldenrod's has. */
  public static final String SELECTOR = "app.kubernetes.io/managed-by=goldenrod";

  /** The database that an object belongs to, or that a Service leads to. */
  public static final String DATABASE = "goldenrod.dev/database";

  /** The import that an object belongs to. */
  public static final String IMPORT = "goldenrod.dev/import";

  /** What a pod of an import is for; by it policies of the cluster's own can select it. */
  public static final String IMPORT_STAGE = "goldenrod.dev/import-stage";

  /** The snapshot of a database that an object belongs to. */
  public static final String SNAPSHOT = "goldenrod.dev/snapshot";

  /** What a copy of a running database is made with, by the id of what it is for. */
  public static final String BACKUP = "goldenrod.dev/backup";

  /** The golden version whose data an object has, by the id of what made it. */
  public static final String VERSION = "goldenrod.dev/version";

  /** The database beside which another image is looked at. */
  public static final String IMAGE_TRIAL = "goldenrod.dev/image-trial";

  /** What makes or keeps the data of empty databases. */
  public static final String BLANK = "goldenrod.dev/blank";

  /** What makes or keeps the data of a version that an admin registered. */
  public static final String REGISTERED = "goldenrod.dev/registered";

  /** What stands for a snapshot that is not Goldenrod's, and must never be deleted with it. */
  public static final String REGISTERED_ORIGIN = "goldenrod.dev/registered-origin";

  /** What an archive of a snapshot is read with, by the snapshot's id. */
  public static final String EXPORT = "goldenrod.dev/export";

  /** What an archive is received and unpacked with, by the archive's id. */
  public static final String ARCHIVE = "goldenrod.dev/archive";

  private static final String MANAGED_BY = "app.kubernetes.io/managed-by";
  private static final String NAME = "app.kubernetes.io/name";

  private Labels() {}

  /** The label that all objects have. */
  public static Map<String, String> ours() {
    return Map.of(MANAGED_BY, "goldenrod");
  }

  /**
   * The labels of an object that belongs to that.
   *
   * @param owner one of the labels above
   */
  public static Map<String, String> of(String owner, UUID id) {
    Map<String, String> labels = new LinkedHashMap<>(ours());
    labels.put(owner, id.toString());
    return labels;
  }

  /**
   * The same, with the engine's name.
   *
   * @param type the engine's, as in {@code postgresql}
   */
  public static Map<String, String> of(String owner, UUID id, String type) {
    Map<String, String> labels = of(owner, id);
    labels.put(NAME, type);
    return labels;
  }

  /** Whether the object is one of Goldenrod's. */
  public static boolean isGoldenrods(KubernetesObject object) {
    return Optional.ofNullable(object.getMetadata())
        .map(V1ObjectMeta::getLabels)
        .map(labels -> "goldenrod".equals(labels.get(MANAGED_BY)))
        .orElse(false);
  }

  /** The id that the object has by that label. */
  public static Optional<UUID> id(KubernetesObject object, String label) {
    return Optional.ofNullable(object.getMetadata())
        .map(V1ObjectMeta::getLabels)
        .map(labels -> labels.get(label))
        .flatMap(Labels::id);
  }

  private static Optional<UUID> id(String text) {
    try {
      return Optional.of(UUID.fromString(text));
    } catch (IllegalArgumentException foreign) {
      return Optional.empty();
    }
  }
}
