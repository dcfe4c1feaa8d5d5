package dev.goldenrod.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTreeTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "null",
        "true",
        "\"\"",
        " [1, -2, 2147483648, 9223372036854775808, 0.1, 1e3, -0.0] ",
        "{\"a\": {\"b\": [{\"c\": null}, [], false, \"d\\u00e9\\n\"]}, \"\": 1}",
        "{\"a\": 1, \"a\": 2}"
      })
  void a_tree_is_what_an_object_mapper_reads(String text) throws JsonProcessingException {
    assertThat(JsonTree.read(text)).isEqualTo(new ObjectMapper().readTree(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n"})
  void nothing_is_missing(String text) throws JsonProcessingException {
    assertThat(JsonTree.read(text).isMissingNode()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"<html>", "{", "[1,", "[1}", "{\"a\"}", "{} {}", "1 2", "]", "NaN"})
  void text_that_is_not_one_value_is_refused(String text) {
    assertThatThrownBy(() -> JsonTree.read(text)).isInstanceOf(JsonProcessingException.class);
  }

  @Test
  void deep_nesting_is_refused() {
    assertThatThrownBy(() -> JsonTree.read("[".repeat(100_000)))
        .isInstanceOf(JsonProcessingException.class);
  }
}
