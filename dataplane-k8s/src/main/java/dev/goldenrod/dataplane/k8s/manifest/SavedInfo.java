package dev.goldenrod.dataplane.k8s.manifest;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import dev.goldenrod.engine.DatabaseInfo;
import io.kubernetes.client.common.KubernetesObject;
import java.util.Optional;

/**
 * What has to be known of data to run a server on it, as an annotation of the object that has it.
 */
public final class SavedInfo {
  /** The annotation's name. */
  public static final String ANNOTATION = "goldenrod.dev/info";

  private static final Gson GSON = new Gson();

  private SavedInfo() {}

  /** The annotation's value. */
  public static String text(DatabaseInfo info) {
    return GSON.toJson(info);
  }

  /** What the object's annotation tells; empty when it has none that can be read. */
  public static Optional<DatabaseInfo> of(KubernetesObject object) {
    try {
      return Annotations.of(object, ANNOTATION)
          .map(text -> GSON.fromJson(text, DatabaseInfo.class));
    } catch (JsonParseException | NullPointerException damaged) {
      return Optional.empty();
    }
  }
}
