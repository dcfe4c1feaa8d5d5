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
 * Facts about the database of a snapshot, stored beside the data where engines cannot read them.
 *
 * @param sizeBytes the size of the data as an engine sees it
 * @param name the database's name; null in snapshots of older releases
 * @param resources null in snapshots of older releases
 */
public record SnapshotFacts(
    String password, long sizeBytes, @Nullable String name, @Nullable Resources resources) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FILE = DataVolume.SNAPSHOT;

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

  /** Returns these facts, with the engine of the data. */
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
