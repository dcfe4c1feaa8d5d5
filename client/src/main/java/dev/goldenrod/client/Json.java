package dev.goldenrod.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Converts between records and the JSON of the API. Ignores unknown fields of newer servers. */
final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .addModule(new SimpleModule().addDeserializer(Instant.class, new Timestamps()))
          .build();

  private Json() {}

  /** Converts a request to a map, without its null fields. */
  static Map<String, Object> write(Object request) {
    return MAPPER.convertValue(request, new TypeReference<>() {});
  }

  static <T> T read(String path, JsonNode answer, Class<T> type) {
    if (!answer.isObject()) {
      throw new NoAnswerException("%s did not return an object".formatted(path));
    }
    try {
      return MAPPER.treeToValue(answer, type);
    } catch (JsonProcessingException e) {
      throw new NoAnswerException(
          "%s did not return a valid %s".formatted(path, type.getSimpleName()), e);
    }
  }

  static <T> List<T> readList(String path, JsonNode answer, Class<T> type) {
    if (!answer.isArray()) {
      throw new NoAnswerException("%s did not return a list".formatted(path));
    }
    List<T> elements = new ArrayList<>();
    answer.forEach(element -> elements.add(read(path, element, type)));
    return List.copyOf(elements);
  }

  private static final class Timestamps extends StdScalarDeserializer<Instant> {
    private static final long serialVersionUID = 1L;

    Timestamps() {
      super(Instant.class);
    }

    @Override
    public Instant deserialize(JsonParser json, DeserializationContext context) throws IOException {
      try {
        return Instant.parse(json.getText());
      } catch (DateTimeException e) {
        return (Instant)
            context.handleWeirdStringValue(Instant.class, json.getText(), "not a timestamp");
      }
    }
  }
}
