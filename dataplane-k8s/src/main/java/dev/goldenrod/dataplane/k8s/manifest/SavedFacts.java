package dev.goldenrod.dataplane.k8s.manifest;

import com.google.gson.Gson;
import dev.goldenrod.database.Resources;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DatabaseSpec;
import io.kubernetes.client.common.KubernetesObject;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The name and resources of a database, as an annotation of the object with its data. They are used
 * if the store has no row of the database.
 *
 * @param name null if unknown
 * @param resources null if unknown
 */
public record SavedFacts(@Nullable String name, @Nullable Resources resources) {
  public static final String ANNOTATION = "goldenrod.dev/facts";

  private static final Gson GSON = new Gson();
  private static final SavedFacts NONE = new SavedFacts(null, null);

  public static SavedFacts of(DatabaseSpec spec) {
    return new SavedFacts(spec.name(), spec.resources());
  }

  /** Reads the annotation; missing or damaged values are null. */
  public static SavedFacts of(KubernetesObject object) {
    try {
      return Annotations.of(object, ANNOTATION)
          .map(text -> GSON.fromJson(text, SavedFacts.class))
          .orElse(NONE);
    } catch (RuntimeException damaged) {
      return NONE;
    }
  }

  public String text() {
    return GSON.toJson(this);
  }

  /** Adds the given description of the data. */
  public Orphan.Facts ofData(DatabaseInfo info, long sizeBytes) {
    return new Orphan.Facts(
        Optional.ofNullable(name).orElse(""),
        new Orphan.Engine(info.type(), info.release()),
        resources,
        sizeBytes);
  }
}
