package dev.goldenrod.dataplane.local.postgres;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.dataplane.local.process.DurableFile;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a clone has to know of the golden it was made of. It lies in the volume, so that every clone
 * has it.
 *
 * @param major PostgreSQL's major version
 * @param database the one that clones give out
 * @param role the login role that clones give out; has no password in the golden
 * @param settings what the data needs or expects of a server, as {@code shared_preload_libraries}
 *     or {@code default_text_search_config}; not shared memory or connections, which follow from
 *     the clone's size
 */
public record GoldenInfo(int major, String database, String role, Map<String, String> settings) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public GoldenInfo {
    Objects.requireNonNull(database);
    Objects.requireNonNull(role);
    settings = Map.copyOf(settings);
  }

  /**
   * Reads what was written into the volume.
   *
   * @throws DataPlaneException when it is missing or damaged
   */
  public static GoldenInfo read(PostgresVolume volume) {
    try {
      return Optional.ofNullable(
              JSON.readValue(Files.readAllBytes(volume.info()), GoldenInfo.class))
          .orElseThrow(() -> new IOException("it holds nothing"));
    } catch (IOException e) {
      throw new DataPlaneException(
          "%s is missing or damaged: %s".formatted(volume.info(), e.getMessage()), e);
    }
  }

  /** Writes it into the volume; the volume is not frozen yet. */
  public void write(PostgresVolume volume) {
    Path target = volume.info();
    try {
      DurableFile.write(target, JSON.writeValueAsBytes(this));
    } catch (IOException e) {
      throw new DataPlaneException("cannot write %s: %s".formatted(target, e.getMessage()), e);
    }
  }
}
