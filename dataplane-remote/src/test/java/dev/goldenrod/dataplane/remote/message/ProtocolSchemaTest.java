package dev.goldenrod.dataplane.remote.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.database.Resources;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.Takeover;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ProtocolSchemaTest {
  private static final Path FILE = Path.of("../docs/agent-protocol.schema.json");

  @Test
  void the_schema_is_that_of_the_messages() throws IOException {
    String schema = ProtocolSchema.text(Methods.all());
    if (Boolean.getBoolean("goldenrod.writeSchema")) {
      Files.writeString(FILE, schema);
    }

    assertThat(FILE).as("write it anew with -Dgoldenrod.writeSchema=true").hasContent(schema);
  }

  @Test
  void what_is_sent_has_the_members_of_the_schema() throws IOException {
    DatabaseSpec spec =
        DatabaseSpec.of(
                UUID.randomUUID(), new Origin.Blank("postgresql", "15"), new Resources(1, 1, 1))
            .takingOver(new Takeover(1, "h:1"));
    JsonNode definitions = new ObjectMapper().readTree(FILE.toFile()).path("$defs");

    JsonNode sent = Json.write(spec);

    assertThat(names(sent)).isEqualTo(names(definitions.at("/DatabaseSpec/properties")));
    assertThat(names(sent.path("origin")))
        .isEqualTo(names(definitions.at("/Origin/oneOf/0/properties")));
    assertThat(sent.at("/origin/kind").asText())
        .isEqualTo(definitions.at("/Origin/oneOf/0/properties/kind/const").asText());
  }

  private static Set<String> names(JsonNode object) {
    Set<String> names = new TreeSet<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
