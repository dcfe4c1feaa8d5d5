package dev.goldenrod.http.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares JSON with an expected document. An expected text may be a placeholder for any value of a
 * kind: {@code <uuid>}, {@code <time>}, {@code <text>}, {@code <int>}, {@code <secret>}, {@code
 * <hex>}, {@code <list>}, {@code <object>}, {@code <details>}.
 */
final class JsonMatcher {
  private static final String UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
  private static final String SECRET = "grt_[0-9a-zA-Z_-]{43,64}";
  private static final String HEX = "[0-9a-f]{64}";
  private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";

  private JsonMatcher() {}

  static void require(JsonNode actual, JsonNode expected) {
    require("$", actual, expected);
  }

  private static void require(String path, JsonNode actual, JsonNode expected) {
    if (expected.isObject()) {
      requireSame(path, names(actual), names(expected));
      expected
          .properties()
          .forEach(
              field ->
                  require(
                      path + "." + field.getKey(), actual.get(field.getKey()), field.getValue()));
    } else if (expected.isArray()) {
      requireSame(path, actual.size(), expected.size());
      for (int i = 0; i < expected.size(); i++) {
        require(path + "[" + i + "]", actual.get(i), expected.get(i));
      }
    } else if (!isOfKind(actual, expected.asText())) {
      requireSame(path, actual, expected);
    }
  }

  private static boolean isOfKind(JsonNode actual, String kind) {
    return switch (kind) {
      case "<uuid>" -> actual.isTextual() && actual.textValue().matches(UUID);
      case "<time>" -> actual.isTextual() && actual.textValue().matches(TIME);
      case "<secret>" -> actual.isTextual() && actual.textValue().matches(SECRET);
      case "<hex>" -> actual.isTextual() && actual.textValue().matches(HEX);
      case "<text>" -> actual.isTextual() && !actual.textValue().isEmpty();
      case "<int>" -> actual.isIntegralNumber();
      case "<object>" -> actual.isObject();
      case "<list>" -> actual.isArray();
      case "<details>" ->
          actual.isArray()
              && actual.size() == 1
              && isOfKind(actual.at("/0/problem"), "<text>")
              && actual.at("/0/field").isTextual();
      default -> false;
    };
  }

  private static Set<String> names(JsonNode node) {
    Set<String> names = new TreeSet<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static void requireSame(String path, Object actual, Object expected) {
    if (!expected.equals(actual)) {
      throw new AssertionError(path + " is " + actual + ", expected " + expected);
    }
  }
}
