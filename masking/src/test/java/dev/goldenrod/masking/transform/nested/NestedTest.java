package dev.goldenrod.masking.transform.nested;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.masking.Masks;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.schema.ColumnType;
import dev.goldenrod.masking.schema.ColumnType.Field;
import dev.goldenrod.masking.schema.ColumnType.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NestedTest {
  private static final Map<String, Object> KEEP = Map.of("keep", "no person");
  private static final ColumnType TEXTS =
      ColumnType.of(Kind.ARRAY, "_text", ColumnType.base("text"));
  private static final ColumnType RANGE =
      ColumnType.of(Kind.RANGE, "int4range", ColumnType.base("int4"));
  private static final ColumnType PERSON =
      ColumnType.composite(
          "person",
          List.of(
              new Field("name", ColumnType.base("text")),
              new Field("age", ColumnType.base("int4"))));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{a,b}",
        "{NULL,\"NULL\",\"\"}",
        "{{a,b},{c,d}}",
        "[0:1]={a,b}",
        "{\"a b\",\"c\\\"d\",\"e\\\\f\",\"{\",\",\"}"
      })
  void an_array_is_written_as_it_was_read(String array) {
    assertThat(array(KEEP, array)).isEqualTo(array);
  }

  @Test
  void the_elements_of_an_array_are_masked() {
    assertThat(array(Map.of("mask", "text"), "{{a,NULL},{\"b c\",\"\"}}"))
        .isEqualTo("{{redacted,NULL},{redacted,\"\"}}");
    assertThat(array(Map.of("mask", "constant", "value", "x \"y\""), "{a}"))
        .isEqualTo("{\"x \\\"y\\\"\"}");
  }

  @Test
  void arrays_are_as_injective_as_their_elements() {
    assertThat(Masks.of("array", Map.of("element", Map.of("mask", "email")), TEXTS).isInjective())
        .isTrue();
    assertThat(Masks.of("array", Map.of("element", Map.of("mask", "text")), TEXTS).isInjective())
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"(a,1)", "(,)", "(\"\",1)", "(\"a, \"\"b\"\" (c) \\\\\",)"})
  void a_composite_is_written_as_it_was_read(String value) {
    assertThat(composite(Map.of("name", KEEP, "age", KEEP), value)).isEqualTo(value);
  }

  @Test
  void the_fields_of_a_composite_are_masked() {
    Map<String, Object> fields =
        Map.of("name", Map.of("mask", "text"), "age", Map.of("mask", "null"));

    assertThat(composite(fields, "(\"Ada L.\",36)")).isEqualTo("(redacted,)");
    assertThat(composite(fields, "(,)")).isEqualTo("(,)");
  }

  @Test
  void each_field_of_a_composite_needs_a_rule() {
    assertThatThrownBy(() -> composite(Map.of("name", KEEP), "(a,1)"))
        .isInstanceOf(RuleException.class)
        .hasMessage("'composite' of column 'c' needs a rule for the field 'age'");
    assertThatThrownBy(() -> composite(Map.of("name", KEEP, "age", KEEP, "sex", KEEP), "(a,1)"))
        .isInstanceOf(RuleException.class)
        .hasMessage("the type 'person' has no field 'sex'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "[17,23);[\"10\",\"20\")",
        "(,23];(,\"20\"]",
        "[\"17\",);[\"10\",)",
        "empty;empty",
        "{[17,23),[31,42)};{[\"10\",\"20\"),[\"30\",\"40\")}",
        "{};{}"
      })
  void the_bounds_of_ranges_are_masked(String range, String masked) {
    Map<String, Object> bound = Map.of("mask", "number", "method", "bucket", "size", 10);

    assertThat(Masks.of("range", Map.of("bound", bound), RANGE).mask(range, Row.NONE))
        .isEqualTo(masked);
  }

  @Test
  void the_lower_of_two_masks_is_the_lower_bound() {
    Map<String, Object> bound = Map.of("mask", "number", "method", "range", "min", 0, "max", 1000);
    var transformer = Masks.of("range", Map.of("bound", bound), RANGE);

    for (int i = 0; i < 100; i++) {
      String[] bounds = transformer.mask("[" + i + ",500)", Row.NONE).split("\\D+");
      assertThat(Integer.parseInt(bounds[1])).isLessThanOrEqualTo(Integer.parseInt(bounds[2]));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "<a x=\"1\">secret<b/> <c>x</c></a>;<a x=\"redacted\">redacted<b></b> <c>redacted</c></a>",
        "<?xml version=\"1.0\"?><!-- secret --><a><![CDATA[<x>]]></a>;<a>redacted</a>",
        "secret;redacted",
        "<p:a xmlns:p=\"urn:x\"/>;<p:a xmlns:p=\"urn:x\"></p:a>",
        "<a>;<redacted/>",
        "<!DOCTYPE a []><a/>;<redacted/>"
      })
  void the_texts_of_xml_are_masked(String xml, String masked) {
    assertThat(Masks.of("xml", Map.of(), ColumnType.base("xml")).mask(xml, Row.NONE))
        .isEqualTo(masked);
  }

  @Test
  void entities_are_not_read() {
    String xml = "<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><a>&e;</a>";

    assertThat(Masks.of("xml", Map.of(), ColumnType.base("xml")).mask(xml, Row.NONE))
        .isEqualTo("<redacted/>");
    assertThat(Masks.of("xml", Map.of(), ColumnType.base("xml")).mask("<a>&e;</a>", Row.NONE))
        .doesNotContain("&e;");
  }

  private static String array(Map<String, Object> element, String value) {
    return Masks.of("array", Map.of("element", element), TEXTS).mask(value, Row.NONE);
  }

  private static String composite(Map<String, Object> fields, String value) {
    return Masks.of("composite", Map.of("fields", fields), PERSON).mask(value, Row.NONE);
  }
}
