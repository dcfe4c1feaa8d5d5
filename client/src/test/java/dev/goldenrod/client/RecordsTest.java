package dev.goldenrod.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.client.ApiException.Child;
import dev.goldenrod.client.Instances.Instance;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the fields of records and their nullness match the OpenAPI schemas. */
class RecordsTest {
  private static final Description DESCRIPTION = Description.read();

  /** Types without a single schema: one is a union, the other binary. */
  private static final Set<Class<?>> UNDESCRIBED = Set.of(Child.class, Archives.ArchivePart.class);

  static Stream<Class<?>> records() {
    return Nouns.records().filter(type -> !UNDESCRIBED.contains(type));
  }

  @ParameterizedTest
  @MethodSource("records")
  void a_record_is_what_is_described(Class<?> type) {
    assertThat(fields(type)).isEqualTo(fields(DESCRIPTION.schema(type.getSimpleName())));
  }

  @Test
  void what_is_in_the_way_is_a_clone_or_a_branch() {
    Set<String> both = fields(DESCRIPTION.schema("DatabaseChild"));
    both.remove("name");
    both.add("name or null");

    assertThat(fields(Child.class)).isEqualTo(both);
    assertThat(both).containsAll(fields(DESCRIPTION.schema("GoldenChild")));
  }

  @Test
  void each_object_of_an_answer_has_a_record() {
    assertThat(records().map(Class::getSimpleName).toList())
        .containsAll(DESCRIPTION.answeredObjects());
    assertThat(DESCRIPTION.answeredObjects()).hasSizeGreaterThan(30).contains("Instance");
  }

  @Test
  void a_field_that_one_of_both_lacks_is_found() {
    JsonNode schema = DESCRIPTION.schema("Instance");
    ObjectNode more = schema.deepCopy();
    more.withObject("/properties/weather").put("type", "string");
    ObjectNode fewer = schema.deepCopy();
    fewer.withObject("/properties").remove("ttl");
    ObjectNode looser = schema.deepCopy();
    looser.withArray("required").remove(0);

    assertThat(fields(Instance.class))
        .isEqualTo(fields(schema))
        .isNotEqualTo(fields(more))
        .isNotEqualTo(fields(fewer))
        .isNotEqualTo(fields(looser));
  }

  @ParameterizedTest
  @MethodSource("records")
  void a_record_shows_all_but_its_secrets_as_text(Class<?> type) {
    String shown = Nouns.sample(type, "s3cret").toString();

    for (RecordComponent component : type.getRecordComponents()) {
      if (component.getType() == String.class) {
        String name = component.getName();
        assertThat(shown.contains(name + "=s3cret")).as(name).isNotEqualTo(isSecret(name));
      }
    }
  }

  private static boolean isSecret(String name) {
    return name.matches("(?i).*(password|token)|uri|url");
  }

  private static Set<String> fields(Class<?> type) {
    Set<String> fields = new TreeSet<>();
    for (RecordComponent component : type.getRecordComponents()) {
      String name = name(component);
      boolean isNullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
      fields.add(isNullable ? name + " or null" : name);
    }
    return fields;
  }

  /** A component cannot be named like a Java keyword, so its property is annotated. */
  private static String name(RecordComponent component) {
    JsonProperty property = component.getAccessor().getAnnotation(JsonProperty.class);
    return property == null
        ? component.getName().replaceAll("([A-Z])", "_$1").toLowerCase()
        : property.value();
  }

  private static Set<String> fields(JsonNode schema) {
    Set<String> fields = new TreeSet<>();
    List<String> required =
        StreamSupport.stream(schema.path("required").spliterator(), false)
            .map(JsonNode::asText)
            .toList();
    for (String name : Description.fields(schema.path("properties"))) {
      JsonNode property = schema.path("properties").path(name);
      boolean isNullable = !required.contains(name) || property.toString().contains("\"null\"");
      fields.add(isNullable ? name + " or null" : name);
    }
    return fields;
  }
}
