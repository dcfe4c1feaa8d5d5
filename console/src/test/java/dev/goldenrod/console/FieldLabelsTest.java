package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.console.browser.PagesWithData;
import dev.goldenrod.console.html.FieldLabels;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the names of fields in errors with the labels of the forms that send them. */
class FieldLabelsTest extends ConsoleFixture {
  private static final int FEWEST_FIELDS = 50;
  private static final Pattern FORM =
      Pattern.compile("<form method=\"post\".*?</form>", Pattern.DOTALL);
  private static final Pattern FIELD =
      Pattern.compile("<label>([^<]+)<(?:input|select|textarea)\\b[^>]*? name=\"([a-z_]+)\"");

  private record Field(String label, String name) {}

  @Test
  void an_error_names_each_field_of_each_form_by_its_label() {
    String empty = browser.get("/").body();
    Stream<String> filled = new PagesWithData(server).paths().map(path -> browser.get(path).body());

    List<Field> fields =
        Stream.concat(Stream.of(empty), filled).flatMap(FieldLabelsTest::fields).toList();

    assertThat(fields).hasSizeGreaterThan(FEWEST_FIELDS);
    assertThat(fields)
        .allSatisfy(
            field ->
                assertThat(lowered(field.label())).contains(lowered(FieldLabels.of(field.name()))));
  }

  @Test
  void fields_of_the_api_have_the_labels_of_forms() {
    assertThat(List.of("vsc_handle", "config.dbname", "pg_major", "golden_version"))
        .extracting(FieldLabels::of)
        .containsExactly("handle", "database", "version of PostgreSQL", "version");
  }

  private static Stream<Field> fields(String page) {
    return FORM.matcher(page)
        .results()
        .flatMap(form -> FIELD.matcher(form.group()).results())
        .map(field -> new Field(field.group(1).strip(), field.group(2)));
  }

  private static String lowered(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
