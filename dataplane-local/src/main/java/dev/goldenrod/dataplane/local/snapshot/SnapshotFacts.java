package dev.goldenrod.dataplane.local.snapshot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.engine.PrivateFiles;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DataPlaneException;
import org.jspecify.annotations.Nullable;

/**
 * What a copy of a database's volume tells of it. Lies beside the data, out of the engine's reach.
 *
 * @param password that the database gives out
 * @param sizeBytes of the data as the engine sees it
 * @param name the database's; null if unknown, as in snapshots from before it was kept
 * @param resources what the database may use; null if unknown
 */
public record SnapshotFacts(
    String password, long sizeBytes, @Nullable String name, @Nullable Resources resources) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FILE = DataVolume.SNAPSHOT;

  /**
   * What the volume tells.
   *
   * @throws DataPlaneException when it tells nothing
   */
  public static SnapshotFacts of(PrivateFiles volume) {
    String text =
        volume
            .read(FILE)
            .orElseThrow(() -> new DataPlaneException(FILE + " of the snapshot is missing"));
    try {
      return JSON.readValue(text, SnapshotFacts.class);
    } catch (JsonProcessingException e) {
      throw new DataPlaneException(FILE + " of the snapshot is damaged", e);
    }
  }

  /** The same, of data of that engine. */
  public Orphan.Facts ofData(Orphan.Engine engine) {
    return new Orphan.Facts(name == null ? "" : name, engine, resources, sizeBytes);
  }

  public void write(PrivateFiles volume) {
    try {
      volume.write(FILE, JSON.writeValueAsString(this));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
