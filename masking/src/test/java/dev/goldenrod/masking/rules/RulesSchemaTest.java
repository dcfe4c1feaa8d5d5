package dev.goldenrod.masking.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

class RulesSchemaTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(RulesSchema.text());

  @Test
  void the_schema_in_the_documentation_is_that_of_the_library() throws IOException {
    assertThat(Files.readString(Path.of("../docs/masking.schema.json")))
        .isEqualTo(RulesSchema.text());
  }

  @Test
  void the_schema_has_the_keys_and_defaults_of_all_kinds_of_objects() throws IOException {
    JsonNode properties = JSON.readTree(RulesSchema.text()).path("properties");

    Set<String> keys = new TreeSet<>(List.of("version", "locale", "tables"));
    for (ObjectKind kind : ObjectKind.values()) {
      keys.add(kind.key());
      assertThat(properties.path(kind.key()).path("default").asText())
          .isEqualTo(kind.actions().get(0).word());
      assertThat(properties.path(kind.key()).path("description").asText()).isNotEmpty();
    }
    Set<String> described = new TreeSet<>();
    properties.fieldNames().forEachRemaining(described::add);
    assertThat(described).isEqualTo(keys);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "version: 1",
        "{version: 1, locale: pt-BR, tables: {}}",
        "{version: 1, comments: drop}",
        "{version: 1, comments: {keep: harmless}}",
        "{version: 1, sequences: restart, large-objects: drop, enum-labels: {keep: colours}}",
        "{version: 1, imported-statistics: drop, default-literals: refuse}",
        "{version: 1, tables: {a.b: {drop: why}}}",
        "{version: 1, tables: {'\"a.b\".\"c\"\"d\"': {keep: why}}}",
        "{version: 1, tables: {a.b: {keep: why, types: {c: text}}}}",
        "{version: 1, tables: {a.b: {columns: {}}}}",
        "{version: 1, tables: {a.b: {columns: {c: {keep: why, type: text}}}}}",
        "{version: 1, tables: {a.b: {columns: {c: {drop: why, type: text}}}}}",
        "{version: 1, tables: {a.b: {columns: {c: {mask: null, type: text, link: l}}}}}",
        "{version: 1, tables: {a.b: {columns: {c: {mask: x, type: text, o: [1, {p: 0.5}]}}}}}"
      })
  void parser_and_schema_accept(String yaml) {
    assertThat(isParsed(yaml)).isTrue();
    assertThat(isValid(yaml)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "version: 2",
        "version: '1'",
        "{version: 1, locale: German}",
        "{version: 1, locale: 1}",
        "{version: 1, comments: keep}",
        "{version: 1, comments: {keep: ' '}}",
        "{version: 1, comments: {keep: why, more: x}}",
        "{version: 1, imported-statistics: {keep: why}}",
        "{version: 1, enum-labels: drop}",
        "{version: 1, sequences: drop}",
        "{version: 1, tabels: {}}",
        "{version: 1, tables: []}",
        "{version: 1, tables: {b: {drop: why}}}",
        "{version: 1, tables: {a.b.c: {drop: why}}}",
        "{version: 1, tables: {a.b: {}}}",
        "{version: 1, tables: {a.b: {drop: 1}}}",
        "{version: 1, tables: {a.b: {drop: why, keep: why}}}",
        "{version: 1, tables: {a.b: {drop: why, columns: {}}}}",
        "{version: 1, tables: {a.b: {keep: why, types: {c: 1}}}}",
        "{version: 1, tables: {a.b: {columns: {c: {}}}}}",
        "{version: 1, tables: {a.b: {columns: {c: {keep: why}}}}}",
        "{version: 1, tables: {a.b: {columns: {c: {mask: text}}}}}",
        "{version: 1, tables: {a.b: {columns: {c: {mask: 1, type: text}}}}}",
        "{version: 1, tables: {a.b: {columns: {c: {mask: x, keep: why, type: text}}}}}",
        "{version: 1, tables: {a.b: {columns: {c: {keep: why, drop: why, type: text}}}}}",
        "{version: 1, tables: {a.b: {columns: {c: {keep: why, type: text, link: l}}}}}",
        "{version: 1, tables: {a.b: {columns: {c: {mask: x, type: text, link: 1}}}}}",
        "{version: 1, tables: {a.b: {columns: {c: {mask: x, type: text, o: null}}}}}"
      })
  void parser_and_schema_refuse(String yaml) {
    assertThat(isParsed(yaml)).isFalse();
    assertThat(isValid(yaml)).isFalse();
  }

  private static boolean isParsed(String yaml) {
    try {
      MaskingRules.parse(yaml);
      return true;
    } catch (InvalidRulesException e) {
      return false;
    }
  }

  private static boolean isValid(String yaml) {
    Object data = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
    return SCHEMA.validate(JSON.valueToTree(data).toString(), InputFormat.JSON).isEmpty();
  }
}
