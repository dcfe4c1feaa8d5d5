package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.golden.Golden;
import dev.goldenrod.member.Org;
import dev.goldenrod.member.User;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

abstract class StoreContractValues extends StoreContractPart {
  private static final String TEXT = "Zoë 'quoted' \"two\" \\ % ; -- \n\t 漢字 \uD83D\uDC18 \u0001";

  @Test
  void instants_are_cut_to_the_millisecond() {
    Golden golden = golden("times", Instant.parse("2026-03-29T01:59:59.999999999Z"));
    store().useTransaction(tx -> tx.goldens().insert(golden));
    assertThat(in(tx -> tx.goldens().find(orgId, golden.id())).orElseThrow().createdAt())
        .isEqualTo(Instant.parse("2026-03-29T01:59:59.999Z"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "1970-01-01T00:00:00Z"})
  void instants_survive_every_hour_of_the_year(String text) {
    Org org = new Org(UUID.randomUUID(), unique("org"), Instant.parse(text));
    store().useTransaction(tx -> tx.orgs().insert(org));
    assertThat(one(tx -> tx.orgs().findByName(org.name()))).contains(org);
  }

  @Test
  void text_survives_as_it_is() {
    User user = user("a@b", T0);
    User odd =
        new User(
            user.id(), orgId, "a@b", TEXT, user.role(), user.status(), "x".repeat(100_000), T0);
    store().useTransaction(tx -> tx.users().insert(odd));
    assertThat(one(tx -> tx.users().find(orgId, user.id()))).contains(odd);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\0b", "\uD83D", "\uDC18x"})
  void text_that_no_database_keeps_is_refused(String text) {
    assertThatThrownBy(
            () ->
                store()
                    .useTransaction(tx -> tx.orgs().insert(new Org(UUID.randomUUID(), text, T0))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> stored(Map.of("list", List.of(Map.of("deep", text)))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> stored(Map.of(text, "key")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void json_survives_nested_with_nulls_numbers_and_any_text() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("z first", TEXT);
    json.put("null", null);
    json.put("int", 5432);
    json.put("long", 1L << 40);
    json.put("big", BigInteger.TEN.pow(40));
    json.put("double", -0.1);
    json.put("true", true);
    json.put("empty", "");
    json.put("list", Arrays.asList(1, "two", null, List.of(), Map.of("a", List.of(Map.of()))));
    json.put("long text", "é".repeat(300_000));
    json.put(TEXT, Map.of("nested", Map.of("deeper", "x")));

    Map<String, Object> back = stored(json);

    assertThat(back).isEqualTo(json);
    assertThat(back.keySet()).containsExactlyElementsOf(json.keySet());
    assertThat(stored(Map.of())).isEmpty();
  }

  @Test
  void json_numbers_come_back_as_a_parser_reads_them() {
    assertThat(stored(Map.of("a", 5L, "b", (short) 7, "c", 1.5f, "d", new BigDecimal("2.50"))))
        .isEqualTo(Map.of("a", 5, "b", 7, "c", 1.5, "d", 2.5));
  }

  @Test
  void what_json_cannot_hold_is_refused() {
    assertThatThrownBy(() -> stored(Map.of("id", UUID.randomUUID())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.util.UUID");
    assertThatThrownBy(() -> stored(Map.of("number", Double.NaN)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> stored(Map.of("map", Map.of(1, 2))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private Map<String, Object> stored(Map<String, Object> json) {
    Source source = new Source(UUID.randomUUID(), orgId, SourceKind.S3, json, "", T0);
    store().useTransaction(tx -> tx.sources().insert(source));
    return in(tx -> tx.sources().find(orgId, source.id())).orElseThrow().config();
  }
}
