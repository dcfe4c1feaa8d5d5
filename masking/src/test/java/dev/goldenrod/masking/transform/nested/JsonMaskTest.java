package dev.goldenrod.masking.transform.nested;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.masking.Masks;
import dev.goldenrod.masking.OversizedValue;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.schema.ColumnType;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonMaskTest {
  private static final ColumnType JSONB = ColumnType.base("jsonb");
  private static final Map<String, Object> KEEP = Map.of("keep", "no person");

  @Test
  void without_paths_every_value_is_masked() {
    assertThat(
            mask(
                Map.of(), "{\"a\": \"x\", \"b\": [1.50, true, null, \"\"], \"c\": {\"d\": false}}"))
        .isEqualTo("{\"a\":\"redacted\",\"b\":[0,false,null,\"\"],\"c\":{\"d\":false}}");
    assertThat(mask(Map.of(), "\"x\"")).isEqualTo("\"redacted\"");
  }

  @Test
  void paths_say_what_is_kept_and_what_is_masked() {
    Map<String, Object> paths =
        Map.of(
            "$.orders[*].id",
            KEEP,
            "$..email",
            Map.of("mask", "email"),
            "$['a key'].*",
            KEEP,
            "$.orders[0].price",
            Map.of("mask", "number", "method", "bucket", "size", 10));

    String masked =
        mask(
            Map.of("paths", paths),
            "{\"orders\":[{\"id\":7.10,\"price\":17},{\"id\":8,\"price\":18}],"
                + "\"a key\":{\"x\":\"kept\"},\"deep\":{\"er\":[{\"email\":\"a@b.c\"}]}}");

    assertThat(masked)
        .matches(
            "\\{\"orders\":\\[\\{\"id\":7.10,\"price\":10},\\{\"id\":8,\"price\":0}],"
                + "\"a key\":\\{\"x\":\"kept\"},\"deep\":\\{\"er\":\\[\\{\"email\":\""
                + "[a-z0-9]{16}@example.invalid\"}]}}");
  }

  @Test
  void a_rule_of_an_object_is_one_of_all_its_leaves() {
    Map<String, Object> paths = Map.of("$.kept", KEEP, "$.kept.not", Map.of("mask", "text"));

    assertThat(mask(Map.of("paths", paths), "{\"kept\":{\"a\":[1],\"not\":\"x\"},\"b\":1}"))
        .isEqualTo("{\"kept\":{\"a\":[1],\"not\":\"redacted\"},\"b\":0}");
  }

  @Test
  void the_default_can_be_another() {
    assertThat(mask(Map.of("default", KEEP), "{\"a\":[1,\"x\",true]}"))
        .isEqualTo("{\"a\":[1,\"x\",true]}");
    assertThat(mask(Map.of("default", Map.of("mask", "constant", "value", "7")), "[1,\"x\",true]"))
        .isEqualTo("[7,\"7\",false]");
    assertThat(mask(Map.of("default", Map.of("mask", "null")), "[1,\"x\"]"))
        .isEqualTo("[null,null]");
  }

  @Test
  void keys_that_are_no_names_become_tokens() {
    String json = "{\"ada@example.org\":{\"name\":\"x\"},\"12345\":1,\"line1\":2}";

    assertThat(mask(Map.of(), json))
        .matches("\\{\"[a-z0-9]{16}\":\\{\"name\":\"redacted\"},\"[a-z0-9]{16}\":0,\"line1\":0}");
    assertThat(mask(Map.of("keys", "mask", "paths", Map.of("$.line1", KEEP)), json))
        .matches(
            "\\{\"[a-z0-9]{16}\":\\{\"[a-z0-9]{16}\":\"redacted\"},\"[a-z0-9]{16}\":0,\"line1\":2}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"secret", "{\"secret\":", "{} secret", ""})
  void what_cannot_be_read_is_redacted(String value) {
    assertThat(mask(Map.of(), value)).doesNotContain("secret");
  }

  @Test
  void deep_and_large_values_are_redacted() {
    assertThat(mask(Map.of("default", KEEP), "[".repeat(5000) + "]".repeat(5000)))
        .isEqualTo("\"redacted\"");
    OversizedValue large = new OversizedValue("{\"secret\":", 1L << 30, "0".repeat(32));
    assertThat(Masks.of("json", Map.of(), JSONB).maskOversized(large, Row.NONE))
        .isEqualTo("\"redacted\"");
  }

  @Test
  void json_in_a_text_column_fits() {
    Transformer transformer = Masks.of("json", Map.of(), ColumnType.base("varchar", 12));

    assertThat(transformer.mask("{\"a\":1}", Row.NONE)).isEqualTo("{\"a\":0}");
    assertThat(transformer.mask("[\"a\",\"b\"]", Row.NONE)).isEqualTo("\"redacted\"");
  }

  @Test
  void wrong_rules_are_refused() {
    assertRefused(Map.of("paths", Map.of("name", KEEP)), "'name' is no path");
    assertRefused(Map.of("paths", Map.of("$.a[x]", KEEP)), "'$.a[x]' is no path");
    assertRefused(
        Map.of("paths", Map.of("$.a", "keep")), "{mask: TRANSFORMER, …} or {keep: reason}");
    assertRefused(Map.of("paths", Map.of("$.a", Map.of("keep", " "))), "{keep: reason}");
    assertRefused(Map.of("default", Map.of("mask", "emial")), "there is no transformer 'emial'");
    assertRefused(Map.of("paths", Map.of("$.a", Map.of("mask", "email", "x", 1))), "no option 'x'");
  }

  private static void assertRefused(Map<String, Object> options, String problem) {
    assertThatThrownBy(() -> Masks.of("json", options, JSONB))
        .isInstanceOf(RuleException.class)
        .hasMessageContaining(problem);
  }

  private static String mask(Map<String, Object> options, String json) {
    return Masks.of("json", options, JSONB).mask(json, Row.NONE);
  }
}
