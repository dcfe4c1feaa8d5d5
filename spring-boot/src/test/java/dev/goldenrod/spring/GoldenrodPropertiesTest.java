package dev.goldenrod.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;

class GoldenrodPropertiesTest {
  private static final String METADATA = "/META-INF/spring-configuration-metadata.json";

  @Test
  void editors_get_a_description_of_every_property() throws IOException {
    assertThat(properties())
        .allSatisfy(
            property -> assertThat(String.valueOf(property.get("description"))).endsWith("."))
        .extracting(property -> String.valueOf(property.get("name")))
        .containsExactlyInAnyOrder(
            "goldenrod.admin-script",
            "goldenrod.dump",
            "goldenrod.foreign",
            "goldenrod.golden",
            "goldenrod.liquibase",
            "goldenrod.migrations",
            "goldenrod.per-test",
            "goldenrod.postgres",
            "goldenrod.roles",
            "goldenrod.script",
            "goldenrod.server.token",
            "goldenrod.server.url",
            "goldenrod.size");
  }

  private static List<Map<?, ?>> properties() throws IOException {
    try (InputStream in = GoldenrodProperties.class.getResourceAsStream(METADATA)) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      Object properties = JsonParserFactory.getJsonParser().parseMap(text).get("properties");
      return ((List<?>) Objects.requireNonNull(properties))
          .stream().<Map<?, ?>>map(property -> (Map<?, ?>) property).toList();
    }
  }
}
