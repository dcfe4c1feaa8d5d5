package dev.goldenrod.dataplane.k8s.manifest;

import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

public final class Labels {
  /** Selects all of Goldenrod's objects. */
  public static final String SELECTOR = "app.kubernetes.io/managed-by=goldenrod";

  /** The database that an object belongs to, or that a Service leads to. */
  public static final String DATABASE = "goldenrod.dev/database";

  public static final String IMPORT = "goldenrod.dev/import";

  /** The purpose of an import's pod, by which a cluster's own policies can select it. */
  public static final String IMPORT_STAGE = "goldenrod.dev/import-stage";

  public static final String SNAPSHOT = "goldenrod.dev/snapshot";

  /** On objects for copying a running database: the id of the copy's database or snapshot. */
  public static final String BACKUP = "goldenrod.dev/backup";

  /** The import or other origin of the golden version whose data an object has. */
  public static final String VERSION = "goldenrod.dev/version";

  /** The database for which a pod inspects another image. */
  public static final String IMAGE_TRIAL = "goldenrod.dev/image-trial";

  /** On objects that make or keep the data of empty databases. */
  public static final String BLANK = "goldenrod.dev/blank";

  /** On objects that make or keep the data of a version that an admin registered. */
  public static final String REGISTERED = "goldenrod.dev/registered";

  /** On objects that represent a foreign snapshot, which must never be deleted with them. */
  public static final String REGISTERED_ORIGIN = "goldenrod.dev/registered-origin";

  /** On objects that export a snapshot as an archive: the snapshot's id. */
  public static final String EXPORT = "goldenrod.dev/export";

  /** On objects that receive and unpack an archive: the archive's id. */
  public static final String ARCHIVE = "goldenrod.dev/archive";

  private static final String MANAGED_BY = "app.kubernetes.io/managed-by";
  private static final String NAME = "app.kubernetes.io/name";

  private Labels() {}

  public static Map<String, String> ours() {
    return Map.of(MANAGED_BY, "goldenrod");
  }

  /**
   * @param owner one of the labels above, whose value is the id
   */
  public static Map<String, String> of(String owner, UUID id) {
    Map<String, String> labels = new LinkedHashMap<>(ours());
    labels.put(owner, id.toString());
    return labels;
  }

  /**
   * @param type the engine's, as in {@code postgresql}
   */
  public static Map<String, String> of(String owner, UUID id, String type) {
    Map<String, String> labels = of(owner, id);
    labels.put(NAME, type);
    return labels;
  }

  public static boolean isGoldenrods(KubernetesObject object) {
    return Optional.ofNullable(object.getMetadata())
        .map(V1ObjectMeta::getLabels)
        .map(labels -> "goldenrod".equals(labels.get(MANAGED_BY)))
        .orElse(false);
  }

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
