package dev.goldenrod.dataplane.remote.message;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.goldenrod.dataplane.remote.rpc.RpcCode;
import dev.goldenrod.dataplane.remote.rpc.RpcException;
import dev.goldenrod.port.Origin;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * JSON mapping of the port's records: names in snake case, times in ISO 8601, unknown members
 * ignored.
 */
public final class Json {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .visibility(PropertyAccessor.IS_GETTER, Visibility.NONE)
          .visibility(PropertyAccessor.GETTER, Visibility.NONE)
          .visibility(PropertyAccessor.FIELD, Visibility.ANY)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .addMixIn(Origin.class, OriginKinds.class)
          .build();

  private Json() {}

  /** Adds a member {@code kind}, which distinguishes the origins. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Origin.Blank.class, name = "blank"),
    @JsonSubTypes.Type(value = Origin.Version.class, name = "version"),
    @JsonSubTypes.Type(value = Origin.Snapshot.class, name = "snapshot"),
    @JsonSubTypes.Type(value = Origin.Database.class, name = "database")
  })
  private interface OriginKinds {}

  static JavaType listOf(Class<?> element) {
    return MAPPER.getTypeFactory().constructCollectionType(List.class, element);
  }

  static JavaType mapOf(Class<?> key, Class<?> value) {
    return MAPPER.getTypeFactory().constructMapType(Map.class, key, value);
  }

  static JavaType type(Type type) {
    return MAPPER.constructType(type);
  }

  /** Returns the value as JSON; the null node for null. */
  public static JsonNode write(@Nullable Object value) {
    return MAPPER.valueToTree(value);
  }

  /**
   * Reads a value from JSON; null from the null node.
   *
   * @throws RpcException with {@link RpcCode#INVALID_PARAMS} if the JSON does not match the type
   */
  public static <T> @Nullable T read(JsonNode json, Class<T> type) {
    return read(json, type(type));
  }

  static <T> @Nullable T read(JsonNode json, JavaType type) {
    try {
      return json.isNull() ? null : MAPPER.convertValue(json, type);
    } catch (IllegalArgumentException e) {
      throw new RpcException(
          RpcCode.INVALID_PARAMS,
          "not a valid %s: %s".formatted(type.getRawClass().getSimpleName(), where(e)));
    }
  }

  /** Returns only the path of the invalid member, since its value may be a secret. */
  private static String where(IllegalArgumentException wrong) {
    return wrong.getCause() instanceof JsonMappingException e
        ? "wrong value at "
            + e.getPath().stream()
                .map(at -> at.getFieldName() == null ? "[]" : at.getFieldName())
                .collect(Collectors.joining("."))
        : "the JSON does not match";
  }
}
