package dev.goldenrod.http.answer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/** Strict JSON parser for requests and JSON writer for responses, whose names are in snake case. */
public final class Json {
  private static final String NO_OBJECT = "the body must be one JSON object";
  private static final int MAX_DEPTH = 64;

  /** Matches the parser's options and input source in one of its messages. */
  private static final Pattern PARSER_DETAILS =
      Pattern.compile(" \\(start marker at .*\\)|, from `[^`]*`", Pattern.DOTALL);

  /** A tree of small values takes many times the size of its text. */
  private static final int MAX_TOKENS = 20_000;

  private static final JsonMapper READER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxTokenCount(MAX_TOKENS)
                          .build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final JsonMapper WRITER =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private Json() {}

  /**
   * Parses one JSON object.
   *
   * @throws IllegalArgumentException if the bytes are not UTF-8 or not one JSON object, are nested
   *     too deeply, contain too many values, repeat a key, or contain a NUL or an unpaired
   *     surrogate in any text; the message says which
   */
  public static ObjectNode object(byte[] bytes) {
    if (!(tree(decoded(bytes)) instanceof ObjectNode object)) {
      throw new IllegalArgumentException(NO_OBJECT);
    }
    if (!isClean(object)) {
      throw new IllegalArgumentException(
          "a string in the body contains a NUL or half of a surrogate pair");
    }
    return object;
  }

  /** A new decoder rejects input that the parser would accept, such as encoded surrogates. */
  private static String decoded(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("the body is not UTF-8", e);
    }
  }

  private static JsonNode tree(String text) {
    try {
      return READER.readTree(text);
    } catch (MismatchedInputException e) {
      throw new IllegalArgumentException(NO_OBJECT, e);
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      String place =
          at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
      throw new IllegalArgumentException(
          "the body is not JSON%s: %s".formatted(place, reason(e)), e);
    }
  }

  private static String reason(JsonProcessingException failure) {
    return PARSER_DETAILS.matcher(failure.getOriginalMessage()).replaceAll("");
  }

  /** Parses the {@code id} of a JSON object that this server wrote. */
  public static UUID id(String written) {
    try {
      return UUID.fromString(READER.readTree(written).path("id").asText());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(
          "cannot parse " + written.length() + " characters written before", e);
    }
  }

  public static String text(Object value) {
    return new String(bytes(value), StandardCharsets.UTF_8);
  }

  public static byte[] bytes(Object value) {
    try {
      return WRITER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write " + value.getClass().getName(), e);
    }
  }

  private static boolean isClean(JsonNode node) {
    if (node.isTextual()) {
      return isClean(node.textValue());
    }
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (!isClean(field.getKey())) {
        return false;
      }
    }
    for (JsonNode child : node) {
      if (!isClean(child)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isClean(String text) {
    return text.codePoints().noneMatch(c -> c == 0 || (c >= 0xD800 && c <= 0xDFFF));
  }
}
