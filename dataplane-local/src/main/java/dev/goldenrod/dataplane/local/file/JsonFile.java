package dev.goldenrod.dataplane.local.file;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads and writes JSON records in files. */
public final class JsonFile {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Logger LOG = LoggerFactory.getLogger(JsonFile.class);

  public interface Parser<T> {
    T parse(byte[] json) throws IOException;
  }

  private JsonFile() {}

  public static String text(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a record; empty if the file does not exist or is damaged, as after a power failure. */
  public static <T> Optional<T> read(Path file, Class<T> type) {
    return read(file, json -> JSON.readValue(json, type));
  }

  /** Reads a record with the given parser; empty if the file does not exist or is damaged. */
  public static <T> Optional<T> read(Path file, Parser<T> parser) {
    try {
      return Optional.ofNullable(parser.parse(Files.readAllBytes(file)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (JacksonException e) {
      LOG.warn("Ignored the damaged file {}: {}", file, e.getMessage());
      return Optional.empty();
    } catch (IOException e) {
      throw new DataPlaneException("cannot read %s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
