package dev.goldenrod.masking.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.masking.schema.ColumnType.Field;
import dev.goldenrod.masking.schema.ColumnType.Kind;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SourceSchemaTest {
  @Test
  void a_schema_is_the_same_after_a_round_trip_through_json() throws Exception {
    ColumnType email = ColumnType.of(Kind.DOMAIN, "email", ColumnType.base("varchar", 80));
    ColumnType address =
        ColumnType.composite("address", List.of(new Field("city", ColumnType.base("text"))));
    SourceSchema schema =
        new SourceSchema(
            List.of(
                new Table(
                    "shop",
                    "orders_2026",
                    Table.Kind.TABLE,
                    new TableName("shop", "orders"),
                    new PartitionKey(Set.of("id"), true, false),
                    List.of(),
                    List.of(
                        column("id", ColumnType.base("int8")),
                        column("email", email),
                        column("address", address),
                        column("price", ColumnType.numeric(10, 2)),
                        column("status", ColumnType.enumeration("status", List.of("new", "paid"))),
                        column(
                            "tags", ColumnType.of(Kind.ARRAY, "_text", ColumnType.base("text")))),
                    List.of(List.of("id")),
                    List.of(
                        new ForeignKey(
                            List.of("email"), new TableName("shop", "people"), List.of("email"))),
                    List.of("CHECK ((price > 0))"),
                    null,
                    1200)));
    ObjectMapper json = new ObjectMapper();

    String written = json.writeValueAsString(schema);

    assertThat(json.readValue(written, SourceSchema.class)).isEqualTo(schema);
  }

  private static Column column(String name, ColumnType type) {
    return new Column(name, type.baseName(), type, true, false, false, "the " + name);
  }
}
