package dev.goldenrod.dataplane.k8s.client;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state of imports as JSON, which is saved in Secrets. */
public final class SavedJson {
  private static final Logger LOG = LoggerFactory.getLogger(SavedJson.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Reads a value from JSON. */
  @FunctionalInterface
  public interface Parser<T> {
    T parse(byte[] json) throws IOException;
  }

  private SavedJson() {}

  public static byte[] write(Object value) {
    try {
      return JSON.writeValueAsBytes(value);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Returns the parsed text; empty if it is damaged. */
  public static <T> Optional<T> read(byte[] text, Class<T> type) {
    return read(text, json -> JSON.readValue(json, type));
  }

  /** Returns the parsed text; empty if it is damaged. */
  public static <T> Optional<T> read(byte[] text, Parser<T> parser) {
    try {
      return Optional.ofNullable(parser.parse(text));
    } catch (JacksonException e) {
      LOG.warn("Ignoring damaged state of an import: {}", e.getMessage());
      return Optional.empty();
    } catch (IOException e) {
      throw new DataPlaneException("cannot read the saved state of an import", e);
    }
  }
}
