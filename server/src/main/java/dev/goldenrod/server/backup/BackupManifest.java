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
 * The manifest of a backup.
 *
 * @param format version of the backup's file format
 * @param schemaVersion number of the newest migration in the store
 * @param createdAt ISO 8601
 * @param rows number of rows of each table
 * @param files all files except the manifest itself
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

  /** A file of the backup, by its path in the backup's folder. */
  record Entry(
      @JsonProperty("path") String path,
      @JsonProperty("bytes") long bytes,
      @JsonProperty("sha256") String sha256) {}

  byte[] toJson() {
    try {
      return MAPPER.writeValueAsBytes(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a manifest cannot be converted to JSON", e);
    }
  }

  /**
   * @throws StoreException if there is no manifest or its format is not supported
   */
  static BackupManifest read(Path backup) {
    Path file = backup.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      throw new StoreException(
          "%s is not a complete backup: it has no %s; choose a folder that 'goldenrod backup' created"
              .formatted(backup, FILE));
    }
    try {
      BackupManifest manifest = MAPPER.readValue(file.toFile(), BackupManifest.class);
      if (manifest.format != FORMAT || manifest.files == null || manifest.rows == null) {
        throw new StoreException(
            "%s has format %d, but this release knows only %d; restore it with the release that wrote it"
                .formatted(file, manifest.format, FORMAT));
      }
      return manifest;
    } catch (IOException e) {
      throw new StoreException("%s is damaged; use another backup".formatted(file), e);
    }
  }
}
