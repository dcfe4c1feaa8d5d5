package dev.goldenrod.masking.transform.nested;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.masking.KeyedHash;
import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.OversizedValue;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.value.TextColumn;
import dev.goldenrod.masking.value.Token;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Masks the leaves of JSON by path. A leaf without a rule is masked by the default rule, which
 * without the option {@code default} masks every value. A key that is no plain name, such as an
 * address, becomes a token unless a rule names it; with {@code keys: mask} all such keys do.
 */
final class JsonMask implements Transformer {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private static final String REDACTED = "\"redacted\"";
  private static final Set<String> TYPES = Set.of("json", "jsonb");
  private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_$][A-Za-z_$-]{0,63}\\d{0,3}");

  private final KeyedHash keyHash;
  private final List<JsonRule> rules;
  private final JsonLeaf byDefault;
  private final boolean masksKeys;
  private final @Nullable TextColumn text;

  private JsonMask(MaskRequest request, List<JsonRule> rules, @Nullable TextColumn text) {
    this.keyHash = request.hash("JSON key");
    this.rules = rules;
    Object rule = request.options().value("default").orElse(null);
    this.byDefault = rule == null ? JsonLeaf.CLOSED : JsonLeaf.create(request, "default", rule);
    this.masksKeys = request.options().word("keys", List.of("keep", "mask")).equals("mask");
    this.text = text;
  }

  static Transformer create(MaskRequest request) {
    String type = request.column().typeInfo().withoutDomains().baseName();
    TextColumn text = TYPES.contains(type) ? null : TextColumn.of(request);
    return new JsonMask(request, rules(request), text);
  }

  @Override
  public String mask(String value, Row row) {
    try {
      JsonNode root = JSON.readTree(value);
      List<JsonRule.Place> places = rules.stream().map(JsonRule::root).toList();
      String masked = JSON.writeValueAsString(masked(root, places, byDefault, row));
      return text != null && masked.length() > text.maxLength() ? text.fit(REDACTED) : masked;
    } catch (JsonProcessingException e) {
      // A text that is no JSON, or nested deeper than Jackson reads.
      return text != null ? text.fit(REDACTED) : REDACTED;
    }
  }

  @Override
  public String maskOversized(OversizedValue value, Row row) {
    return REDACTED;
  }

  @Override
  public Set<String> reads() {
    return Stream.concat(rules.stream().map(JsonRule::leaf), Stream.of(byDefault))
        .flatMap(leaf -> leaf.reads().stream())
        .collect(Collectors.toSet());
  }

  private JsonNode masked(JsonNode node, List<JsonRule.Place> places, JsonLeaf inherited, Row row) {
    JsonLeaf leaf =
        places.stream()
            .filter(JsonRule.Place::isEnd)
            .findFirst()
            .map(place -> place.rule().leaf())
            .orElse(inherited);
    if (node instanceof ObjectNode object) {
      ObjectNode masked = JSON.createObjectNode();
      object
          .properties()
          .forEach(
              member -> {
                String key = member.getKey();
                JsonNode child = masked(member.getValue(), next(places, key, false), leaf, row);
                masked.set(key(key, places), child);
              });
      return masked;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode masked = JSON.createArrayNode();
      for (int i = 0; i < array.size(); i++) {
        List<JsonRule.Place> next = next(places, Integer.toString(i), true);
        masked.add(masked(array.get(i), next, leaf, row));
      }
      return masked;
    }
    return leaf.mask(node, row);
  }

  private static List<JsonRule.Place> next(
      List<JsonRule.Place> places, String key, boolean ofArray) {
    return places.stream().flatMap(place -> place.next(key, ofArray)).toList();
  }

  private String key(String key, List<JsonRule.Place> places) {
    boolean isNamed = places.stream().anyMatch(place -> place.names(key));
    boolean isPlain = !masksKeys && PLAIN_NAME.matcher(key).matches();
    return isNamed || isPlain ? key : Token.of(keyHash.digest(key), Token.FULL_WIDTH);
  }

  private static List<JsonRule> rules(MaskRequest request) {
    Object paths = request.options().value("paths").orElse(Map.of());
    if (!(paths instanceof Map<?, ?> map)) {
      throw request.options().wrong("paths", "a rule for each path");
    }
    return map.entrySet().stream()
        .map(entry -> rule(request, String.valueOf(entry.getKey()), entry.getValue()))
        .toList();
  }

  private static JsonRule rule(MaskRequest request, String path, Object rule) {
    try {
      return new JsonRule(JsonPath.parse(path), JsonLeaf.create(request, "paths", rule));
    } catch (IllegalArgumentException e) {
      throw new RuleException("option 'paths' of 'json': " + e.getMessage());
    }
  }
}
