package dev.goldenrod.http.route;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.http.answer.ApiException;
import dev.goldenrod.http.answer.ErrorDetail;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The JSON object in a request body. Unknown fields are ignored, and a null field counts as
 * missing. Every method throws the route's "bad body" error if the field has the wrong type, or if
 * it is required and missing.
 */
public final class Body {
  private static final String MISSING = "is missing";
  private static final String TEXT = "must be a string";
  private static final String INT = "must be a 32-bit integer";
  private static final String FLAG = "must be true or false";
  private static final String OBJECT = "must be an object";
  private static final int LONGEST_NUMBER = 16;
  private static final int LONGEST_ECHO = 80;

  private final ObjectNode object;
  private final ErrorDetail errorDetail;
  private final String path;

  Body(ObjectNode object, ErrorDetail errorDetail) {
    this(object, errorDetail, "");
  }

  private Body(ObjectNode object, ErrorDetail errorDetail, String path) {
    this.object = object;
    this.errorDetail = errorDetail;
    this.path = path;
  }

  /** Returns whether the field is present and not null. */
  public boolean has(String name) {
    return !isAbsent(object.path(name));
  }

  /** Returns a required string. */
  public String text(String name) {
    return required(name, TEXT, JsonNode::isTextual, JsonNode::textValue);
  }

  /** Returns a string, or an empty string if the field is missing. */
  public String textOrEmpty(String name) {
    return optional(name, TEXT, JsonNode::isTextual, JsonNode::textValue, "");
  }

  /** Returns a string, or null if the field is missing. */
  public @Nullable String textOrNull(String name) {
    return isAbsent(object.path(name)) ? null : text(name);
  }

  /**
   * Parses a required string.
   *
   * @param parse returns empty if the text is not valid
   * @param reason error message that says what the text must be
   */
  public <T> T named(String name, Function<String, Optional<T>> parse, String reason) {
    return named(name, text(name), parse, reason);
  }

  /** Parses a string; returns {@code absent} if the field is missing or empty. */
  public <T> T namedOrElse(
      String name, Function<String, Optional<T>> parse, String reason, T absent) {
    String text = textOrEmpty(name);
    return text.isEmpty() ? absent : named(name, text, parse, reason);
  }

  private <T> T named(
      String name, String text, Function<String, Optional<T>> parse, String reason) {
    return parse.apply(text).orElseThrow(() -> errorDetail.refusal(path + name, reason));
  }

  /** Returns a required 32-bit integer. A fraction or an exponent is a wrong type. */
  public int integer(String name) {
    return required(name, INT, Body::isInt, JsonNode::intValue);
  }

  /** Returns a 32-bit integer without fraction or exponent, or 0 if the field is missing. */
  public int intOrZero(String name) {
    return optional(name, INT, Body::isInt, JsonNode::intValue, 0);
  }

  /** Returns a 32-bit integer without fraction or exponent, or null if the field is missing. */
  public @Nullable Integer intOrNull(String name) {
    return isAbsent(object.path(name)) ? null : (Integer) intOrZero(name);
  }

  /** Returns a 64-bit integer without fraction or exponent, or 0 if the field is missing. */
  public long longOrZero(String name) {
    return optional(
        name,
        "must be a 64-bit integer",
        node -> node.isIntegralNumber() && node.canConvertToLong(),
        JsonNode::longValue,
        0L);
  }

  /** Returns a required boolean. */
  public boolean flag(String name) {
    return required(name, FLAG, JsonNode::isBoolean, JsonNode::booleanValue);
  }

  /** Returns a boolean, or false if the field is missing. */
  public boolean flagOrFalse(String name) {
    return optional(name, FLAG, JsonNode::isBoolean, JsonNode::booleanValue, false);
  }

  /** Returns a boolean, or null if the field is missing. */
  public @Nullable Boolean flagOrNull(String name) {
    return isAbsent(object.path(name)) ? null : flag(name);
  }

  /** Returns a required id. Throws {@code noId} if the field is present but not an id. */
  public UUID id(String name, ApiException noId) {
    JsonNode node = object.path(name);
    if (isAbsent(node)) {
      throw errorDetail.badBody(path + name, MISSING);
    }
    return RequestContext.parseId(node.isTextual() ? node.textValue() : "").orElseThrow(() -> noId);
  }

  /** Returns a list of strings; empty if the field is missing. */
  public List<String> texts(String name) {
    return optional(
        name,
        "must be a list of strings",
        node -> node.isArray() && node.valueStream().allMatch(JsonNode::isTextual),
        node -> node.valueStream().map(JsonNode::textValue).toList(),
        List.of());
  }

  /** Returns a nested object; an empty object if the field is missing. */
  public Body part(String name) {
    ObjectNode part =
        optional(
            name,
            OBJECT,
            JsonNode::isObject,
            ObjectNode.class::cast,
            JsonNodeFactory.instance.objectNode());
    return new Body(part, errorDetail, path + name + ".");
  }

  /** Parses a string or number that must be an allowed value; empty if the field is missing. */
  public <T> Optional<T> choiceIfPresent(
      String name, Function<String, Optional<T>> parse, List<String> allowed) {
    if (isAbsent(object.path(name))) {
      return Optional.empty();
    }
    String given =
        required(name, "must be a string or a number", JsonNode::isValueNode, Body::plainText);
    return Optional.of(choice(name, given, parse, allowed));
  }

  /** Parses a required string that must be one of the allowed values. */
  public <T> T choice(String name, Function<String, Optional<T>> parse, List<String> allowed) {
    return choice(name, text(name), parse, allowed);
  }

  private <T> T choice(
      String name, String given, Function<String, Optional<T>> parse, List<String> allowed) {
    return parse
        .apply(given)
        .orElseThrow(
            () ->
                errorDetail.refusal(
                    path + name,
                    "'%s' must be one of %s"
                        .formatted(shortened(given), String.join(", ", allowed))));
  }

  /** Formats a number without an exponent, unless it is too long for any allowed value. */
  private static String plainText(JsonNode node) {
    boolean isPlain =
        node.isNumber()
            && Double.isFinite(node.doubleValue())
            && node.asText().length() < LONGEST_NUMBER;
    return isPlain ? node.decimalValue().stripTrailingZeros().toPlainString() : node.asText();
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST_ECHO ? text : text.substring(0, LONGEST_ECHO) + "…";
  }

  /** Returns a required object as a map of plain Java values. */
  public Map<String, @Nullable Object> object(String name) {
    return required(name, OBJECT, JsonNode::isObject, this::map);
  }

  private <T> T required(
      String name, String type, Predicate<JsonNode> fits, Function<JsonNode, T> value) {
    JsonNode node = object.path(name);
    if (isAbsent(node)) {
      throw errorDetail.badBody(path + name, MISSING);
    }
    if (!fits.test(node)) {
      throw errorDetail.badBody(path + name, type);
    }
    return value.apply(node);
  }

  private <T> T optional(
      String name, String type, Predicate<JsonNode> fits, Function<JsonNode, T> value, T absent) {
    return isAbsent(object.path(name)) ? absent : required(name, type, fits, value);
  }

  private static boolean isInt(JsonNode node) {
    return node.isIntegralNumber() && node.canConvertToInt();
  }

  private static boolean isAbsent(JsonNode node) {
    return node.isMissingNode() || node.isNull();
  }

  private Map<String, @Nullable Object> map(JsonNode node) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    node.properties().forEach(field -> map.put(field.getKey(), plain(field.getValue())));
    return map;
  }

  private @Nullable Object plain(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT -> map(node);
      case ARRAY -> list(node);
      case STRING -> node.textValue();
      case BOOLEAN -> node.booleanValue();
      case NUMBER -> number(node);
      default -> null;
    };
  }

  private List<@Nullable Object> list(JsonNode node) {
    List<@Nullable Object> list = new ArrayList<>();
    node.forEach(element -> list.add(plain(element)));
    return list;
  }

  /** Returns a Long or a finite Double, the number types that every store can save. */
  private Number number(JsonNode node) {
    if (node.isIntegralNumber() && node.canConvertToLong()) {
      return node.longValue();
    }
    if (node.isFloatingPointNumber() && Double.isFinite(node.doubleValue())) {
      return node.doubleValue();
    }
    throw errorDetail.badBody("", "a number exceeds 64 bits");
  }
}
