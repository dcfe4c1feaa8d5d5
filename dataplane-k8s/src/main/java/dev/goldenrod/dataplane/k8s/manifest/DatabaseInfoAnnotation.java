package dev.goldenrod.dataplane.k8s.manifest;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import dev.goldenrod.engine.DatabaseInfo;
import io.kubernetes.client.common.KubernetesObject;
import java.util.Optional;

/** The information needed to run a server on data, as an annotation of the object with the data. */
public final class DatabaseInfoAnnotation {
  public static final String ANNOTATION = "goldenrod.dev/info";

  private static final Gson GSON = new Gson();

  private DatabaseInfoAnnotation() {}

  public static String text(DatabaseInfo info) {
    return GSON.toJson(info);
  }

  /** Reads the annotation; empty if it is missing or damaged. */
  public static Optional<DatabaseInfo> of(KubernetesObject object) {
    try {
      return Annotations.of(object, ANNOTATION)
          .map(text -> GSON.fromJson(text, DatabaseInfo.class));
    } catch (JsonParseException | NullPointerException damaged) {
      return Optional.empty();
    }
  }
}
