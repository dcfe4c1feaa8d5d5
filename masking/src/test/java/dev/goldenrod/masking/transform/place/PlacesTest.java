package dev.goldenrod.masking.transform.place;

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
import org.junit.jupiter.params.provider.CsvSource;

class PlacesTest {
  private static final ColumnType GEOMETRY = ColumnType.base("geometry");

  /** SRID=4326;POINT(13.377 52.516), as PostGIS writes it. */
  private static final String BERLIN = "0101000020E6100000E7FBA9F1D2C12A403F355EBA49424A40";

  @ParameterizedTest
  @CsvSource({
    "12345,0,\\d{5}",
    "SW1A 1AA,2,SW\\d[A-Z] \\d[A-Z]{2}",
    "1011 AB,0,\\d{4} [A-Z]{2}",
    "Ä-1,0,[a-z]-\\d",
    "12,4,\\d\\d"
  })
  void a_postcode_keeps_its_form(String code, int kept, String masked) {
    assertThat(Masks.text("postcode", Map.of("keep", kept)).mask(code, Row.NONE)).matches(masked);
  }

  @ParameterizedTest
  @CsvSource({"12 Main St,\\d+ .+", "Hauptstr. 12a,.+ \\d+", "Unter den Linden,\\D+"})
  void a_house_is_where_it_was(String street, String masked) {
    assertThat(Masks.text("street", Map.of("locale", "de")).mask(street, Row.NONE)).matches(masked);
  }

  @Test
  void a_point_is_rounded() {
    assertThat(mask(Map.of("decimals", 0), GEOMETRY, BERLIN))
        .isEqualTo("0101000020E61000000000000000002A400000000000804A40");
    assertThat(mask(Map.of("decimals", 1), ColumnType.base("point"), "(13.377,52.516)"))
        .isEqualTo("(13.4,52.5)");
  }

  @Test
  void a_geometry_is_moved_as_a_whole() {
    String moved =
        mask(
            Map.of("method", "move", "distance", 1),
            ColumnType.base("polygon"),
            "((0,0),(0,4),(4,4))");
    String[] numbers = moved.replaceAll("[()]", "").split(",");

    assertThat(Math.abs(Double.parseDouble(numbers[0]))).isBetween(0.1, 1.0);
    assertThat(Double.parseDouble(numbers[2])).isEqualTo(Double.parseDouble(numbers[0]));
    assertThat(Double.parseDouble(numbers[3])).isEqualTo(Double.parseDouble(numbers[1]) + 4);
  }

  @Test
  void geometries_within_geometries_are_rounded() {
    // GEOMETRYCOLLECTION Z (POLYGON Z ((0.4 0.4 7, 1.4 0.4 7))), LINESTRING big-endian (0.4 1.4)
    String point = "9A9999999999D93F";
    String other = "666666666666F63F";
    String seven = "0000000000001C40";
    String collection =
        "0107000080"
            + "02000000"
            + "0103000080"
            + "01000000"
            + "02000000"
            + point
            + point
            + seven
            + other
            + point
            + seven
            + "0000000002"
            + "00000001"
            + "3FD999999999999A"
            + "3FF6666666666666";
    String zero = "0000000000000000";

    assertThat(mask(Map.of("decimals", 0), GEOMETRY, collection))
        .isEqualTo(
            "0107000080"
                + "02000000"
                + "0103000080"
                + "01000000"
                + "02000000"
                + zero
                + zero
                + zero
                + "000000000000F03F"
                + zero
                + zero
                + "0000000002"
                + "00000001"
                + zero
                + "3FF0000000000000");
  }

  @Test
  void what_is_no_geometry_fails() {
    Transformer geometry = Masks.of("geometry", Map.of(), GEOMETRY);

    assertThatThrownBy(() -> geometry.mask("01630000000000", Row.NONE))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> geometry.mask(BERLIN + "00", Row.NONE))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(geometry.maskOversized(new OversizedValue("01", 1L << 30, "00"), Row.NONE)).isNull();
  }

  @Test
  void wrong_options_are_refused() {
    assertRefused(Map.of("decimals", 9), GEOMETRY, "from -6 to 6");
    assertRefused(Map.of("method", "move", "distance", 0), GEOMETRY, "above 0");
    assertRefused(Map.of(), ColumnType.base("circle"), "masks geometries");
  }

  private static void assertRefused(Map<String, Object> options, ColumnType type, String problem) {
    assertThatThrownBy(() -> Masks.of("geometry", options, type))
        .isInstanceOf(RuleException.class)
        .hasMessageContaining(problem);
  }

  private static String mask(Map<String, Object> options, ColumnType type, String value) {
    return Masks.of("geometry", options, type).mask(value, Row.NONE);
  }
}
