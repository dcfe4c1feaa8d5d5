package dev.goldenrod.storage.jdbi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final TypeReference<Map<String, @Nullable Object>> OBJECT =
      new TypeReference<>() {};
  private static final TypeReference<List<String>> TEXTS = new TypeReference<>() {};

  private Json() {}

  static String write(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("value cannot be written as JSON", e);
    }
  }

  static Map<String, @Nullable Object> readObject(String text) {
    return read(text, OBJECT);
  }

  static List<String> readTexts(String text) {
    return read(text, TEXTS);
  }

  private static <T> T read(String text, TypeReference<T> type) {
    try {
      return MAPPER.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a column of the store contains invalid JSON", e);
    }
  }
}
