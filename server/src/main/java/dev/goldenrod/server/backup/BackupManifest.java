package dev.goldenrod.server.backup;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.goldenrod.port.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a backup holds.
 *
 * @param format of the backup's files
 * @param release that wrote it
 * @param schemaVersion the number of the newest migration that the store's tables have
 * @param createdAt ISO 8601
 * @param rows how many rows of the store each table has
 * @param files all files but the manifest itself
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record BackupManifest(
    @JsonProperty("format") int format,
    @JsonProperty("release") String release,
    @JsonProperty("schema_version") int schemaVersion,
    @JsonProperty("created_at") String createdAt,
    @JsonProperty("rows") Map<String, Long> rows,
    @JsonProperty("files") List<Entry> files) {
  static final String FILE = "manifest.json";
  static final int FORMAT = 1;

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /**
   * A file of the backup.
   *
   * @param path from the backup's folder on, with slashes
   * @param sha256 in hexadecimal digits
   */
  record Entry(
      @JsonProperty("path") String path,
      @JsonProperty("bytes") long bytes,
      @JsonProperty("sha256") String sha256) {}

  byte[] toJson() {
    try {
      return MAPPER.writeValueAsBytes(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a manifest is JSON", e);
    }
  }

  /**
   * Reads a backup's manifest.
   *
   * @throws StoreException when there is none, or of another format
   */
  static BackupManifest read(Path backup) {
    Path file = backup.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      throw new StoreException(
          "%s is no whole backup: it has no %s; name a folder that 'goldenrod backup' made"
              .formatted(backup, FILE));
    }
    try {
      BackupManifest manifest = MAPPER.readValue(file.toFile(), BackupManifest.class);
      if (manifest.format != FORMAT || manifest.files == null || manifest.rows == null) {
        throw new StoreException(
            "%s is of format %d, and this release knows %d alone; restore it with the release that wrote it"
                .formatted(file, manifest.format, FORMAT));
      }
      return manifest;
    } catch (IOException e) {
      throw new StoreException("%s is damaged; use another backup".formatted(file), e);
    }
  }
}
