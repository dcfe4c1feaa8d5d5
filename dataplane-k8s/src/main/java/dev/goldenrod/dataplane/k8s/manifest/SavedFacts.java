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
 * What a database is called and may use, as an annotation of the object that has its data, for a
 * store that does not know it.
 *
 * @param name null if unknown
 * @param resources null if unknown
 */
public record SavedFacts(@Nullable String name, @Nullable Resources resources) {
  /** The annotation's name. */
  public static final String ANNOTATION = "goldenrod.dev/facts";

  private static final Gson GSON = new Gson();
  private static final SavedFacts NONE = new SavedFacts(null, null);

  /** Of a database of that spec. */
  public static SavedFacts of(DatabaseSpec spec) {
    return new SavedFacts(spec.name(), spec.resources());
  }

  /** What the object's annotation tells; nothing when it has none that can be read. */
  public static SavedFacts of(KubernetesObject object) {
    try {
      return Annotations.of(object, ANNOTATION)
          .map(text -> GSON.fromJson(text, SavedFacts.class))
          .orElse(NONE);
    } catch (RuntimeException damaged) {
      return NONE;
    }
  }

  /** The annotation's value. */
  public String text() {
    return GSON.toJson(this);
  }

  /** The same, of data of which that is known. */
  public Orphan.Facts ofData(DatabaseInfo info, long sizeBytes) {
    return new Orphan.Facts(
        Optional.ofNullable(name).orElse(""),
        new Orphan.Engine(info.type(), info.release()),
        resources,
        sizeBytes);
  }
}
