package dev.goldenrod.masking.detect;

import static dev.goldenrod.masking.rules.TableBuilder.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.masking.rules.ColumnRule;
import dev.goldenrod.masking.schema.SourceSchema;
import dev.goldenrod.masking.schema.TableName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DetectorTest {
  @ParameterizedTest
  @CsvSource({
    "kunden.kunden_id, keep",
    "kunden.Vorname, given-name",
    "kunden.Nachname, family-name",
    "kunden.Straße, street",
    "kunden.PLZ, postcode",
    "kunden.Wohnort, city",
    "kunden.Telefonnummer, phone",
    "kunden.Geburtsdatum, birth-date",
    "kunden.Kontonummer, iban",
    "kunden.Bemerkungen, text",
    "kunden.SteuerID, national-id",
    "salarie.prénom, given-name",
    "salarie.nomFamille, family-name",
    "salarie.courriel, email",
    "salarie.date_naissance, birth-date",
    "salarie.code_postal, postcode",
    "salarie.num_insee, national-id",
    "cliente.apellidos, family-name",
    "cliente.fecha_nacimiento, birth-date",
    "cliente.correo_electronico, email",
    "cliente.contraseña, password-hash",
    "cliente.codice_fiscale, national-id",
    "cliente.indirizzo, street",
    "cliente.cognome, family-name",
    "cliente.cpf, national-id",
    "cliente.endereço, street",
    "cliente.data_nascimento, birth-date",
    "klant.achternaam, family-name",
    "klant.geboortedatum, birth-date",
    "klant.huisnummer, street",
    "klant.rekeningnummer, iban",
    "klant.nazwisko, family-name",
    "klant.imię, given-name",
    "klant.ulica, street",
    "klant.hasło, password-hash",
    "klant.wynagrodzenie, number",
  })
  void columns_are_recognized_by_names_in_several_languages(String name, String expected) {
    assertThat(rule(proposal(Schemas.languages(), Samples.NONE, name))).isEqualTo(expected);
  }

  @Test
  void what_it_cannot_tell_is_masked_and_named_as_unsure() {
    for (String type :
        List.of("text", "citext", "bytea", "xml", "jsonb", "date", "numeric", "hstore")) {
      Proposal proposal =
          proposal(Schemas.of(table("public.a", "x1: " + type)), Samples.NONE, "a.x1");

      assertThat(proposal.rule()).as(type).isNotInstanceOf(ColumnRule.Keep.class);
      assertThat(proposal.isUnsure()).isTrue();
      assertThat(proposal.confidence()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "email | ada@shop.example, bob@shop.example, eve@x.example, d@y.example, f@z.example",
        "iban | DE89370400440532013000, GB82WEST12345698765432, DE89370400440532013000,"
            + " DE89370400440532013000, DE89370400440532013000",
        "card | 4111111111111111, 5500000000000004, 378282246310005, 4111111111111111, 340000000000009",
        "national-id | 078-05-1120, 219-09-9999, 457-55-5462, 078-05-1120, 219-09-9998",
        "full-name | Hans Müller, Ada Kowalski, Li Wei, Zoë Smith, Bob Stone",
        "given-name | Anna, Peter, Xaver, Marie, Zoe",
        "phone | +49 30 1234567, 030/1234567, +1 (555) 010-0199, 0044 20 7946 0958, +33 1 23 45 67 89",
        "ip | 10.0.0.1, 192.168.2.3, ::1, 10.1.1.1, 8.8.8.8",
        "password-hash | $2a$10$N9qo8uLOickgx2ZMRZoMye, $2b$12$abcdefghijkl, $argon2id$v=19$m=1,"
            + " $2y$10$abcdefghijk, $6$rounds$abcdefgh",
        "text | call ada@shop.example, nothing, paid, see above, call again"
      })
  void columns_are_recognized_by_samples(String expected, String values) {
    Samples samples = (table, column) -> Arrays.asList(values.split(", +"));

    Proposal proposal = proposal(Schemas.of(table("public.a", "x1: text")), samples, "a.x1");

    assertThat(rule(proposal)).isEqualTo(expected);
    assertThat(proposal.confidence()).isGreaterThanOrEqualTo(70);
    assertThat(proposal.reason()).contains("samples").doesNotContain(values.split("[ ,]")[0]);
  }

  @Test
  void samples_that_agree_with_the_name_make_a_proposal_surer() {
    SourceSchema schema = Schemas.of(table("public.a", "email: text"));
    List<String> emails = IntStream.range(0, 9).mapToObj("a%d@x.example"::formatted).toList();

    assertThat(proposal(schema, Samples.NONE, "a.email").confidence()).isEqualTo(80);
    assertThat(proposal(schema, (table, column) -> emails, "a.email").confidence()).isEqualTo(95);
    assertThat(proposal(schema, (table, column) -> List.of("no", "yes"), "a.email").confidence())
        .isEqualTo(50);
  }

  @Test
  void a_code_is_kept_only_if_samples_repeat() {
    SourceSchema schema = Schemas.of(table("public.a", "status: text"));
    List<String> few = IntStream.range(0, 90).mapToObj(it -> "S" + it % 4).toList();
    List<String> many = IntStream.range(0, 90).mapToObj(it -> "S" + it).toList();

    assertThat(rule(proposal(schema, (table, column) -> few, "a.status"))).isEqualTo("keep");
    assertThat(rule(proposal(schema, (table, column) -> many, "a.status"))).isEqualTo("text");
    assertThat(rule(proposal(schema, Samples.NONE, "a.status"))).isEqualTo("text");
  }

  @Test
  void a_flag_is_kept_unless_it_is_of_a_special_category() {
    SourceSchema schema =
        Schemas.of(table("public.a", "email_verified: boolean", "disability: boolean not null"));

    assertThat(rule(proposal(schema, Samples.NONE, "a.email_verified"))).isEqualTo("keep");
    assertThat(rule(proposal(schema, Samples.NONE, "a.disability"))).isEqualTo("constant");
  }

  @Test
  void comments_and_the_kind_of_table_tell_too() {
    SourceSchema schema =
        Schemas.of(
            table("public.a", "x1: text -- the customer's e-mail address"),
            table("public.employee", "name: text"),
            table("public.product", "name: text"));

    assertThat(rule(proposal(schema, Samples.NONE, "a.x1"))).isEqualTo("email");
    assertThat(rule(proposal(schema, Samples.NONE, "employee.name"))).isEqualTo("full-name");
    assertThat(proposal(schema, Samples.NONE, "product.name").isUnsure()).isTrue();
  }

  @Test
  void documents_are_described_by_their_keys_and_leaves() {
    Samples documents =
        (table, column) ->
            List.of("{\"contact\": {\"e-mail\": \"x\"}}", "[{\"a\": \"DE89370400440532013000\"}]");

    Proposal proposal = proposal(Schemas.of(table("public.a", "x1: jsonb")), documents, "a.x1");

    assertThat(rule(proposal)).isEqualTo("json");
    assertThat(proposal.reason()).isEqualTo("its documents hold e-mail addresses, bank accounts");
  }

  @Test
  void parts_of_values_have_rules_by_their_names_and_types() {
    SourceSchema schema =
        Schemas.of(
            table(
                "public.a",
                "home: composite address = street|zip|x1",
                "emails: text[]",
                "period: daterange"));

    assertThat(options(proposal(schema, Samples.NONE, "a.home")))
        .isEqualTo(
            Map.of(
                "fields",
                Map.of(
                    "street", Map.of("mask", "street"),
                    "zip", Map.of("mask", "postcode"),
                    "x1", Map.of("mask", "text"))));
    assertThat(options(proposal(schema, Samples.NONE, "a.emails")))
        .isEqualTo(Map.of("element", Map.of("mask", "email")));
    assertThat(options(proposal(schema, Samples.NONE, "a.period")))
        .isEqualTo(Map.of("bound", Map.of("mask", "date")));
  }

  @Test
  void foreign_keys_follow_what_they_reference_in_circles_too() {
    SourceSchema schema =
        Schemas.of(
            table("public.a", "email: text unique", "b: text unique")
                .references("b", "public.b", "a"),
            table("public.b", "a: text unique", "mail_of: text")
                .references("a", "public.a", "b")
                .references("mail_of", "public.a", "email"));

    Proposal proposal = proposal(schema, Samples.NONE, "b.mail_of");

    assertThat(rule(proposal)).isEqualTo("email");
    assertThat(proposal.reason()).startsWith("follows public.a.email: its name ('email') says");
    assertThat(rule(proposal(schema, Samples.NONE, "a.b"))).isEqualTo("hash");
  }

  @Test
  void unique_columns_get_transformers_that_keep_values_apart() {
    SourceSchema schema =
        Schemas.of(table("public.a", "first_name: text unique", "x1: integer unique not null"));

    assertThat(rule(proposal(schema, Samples.NONE, "a.first_name"))).isEqualTo("hash");
    assertThat(rule(proposal(schema, Samples.NONE, "a.x1"))).isEqualTo("number");
  }

  private static Proposal proposal(SourceSchema schema, Samples samples, String name) {
    List<String> parts = new ArrayList<>(List.of(name.split("\\.")));
    TableName table = new TableName("public", parts.get(0));
    return new Detector(schema, samples)
        .proposals().stream()
            .filter(it -> it.table().equals(table) && it.column().equals(parts.get(1)))
            .findFirst()
            .orElseThrow();
  }

  private static Map<String, Object> options(Proposal proposal) {
    return ((ColumnRule.Mask) proposal.rule()).options();
  }

  private static String rule(Proposal proposal) {
    if (proposal.rule() instanceof ColumnRule.Mask mask) {
      return mask.transformer();
    }
    return proposal.rule() instanceof ColumnRule.Keep ? "keep" : "drop";
  }
}
