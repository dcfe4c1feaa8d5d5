package dev.goldenrod.masking.detect;

import static dev.goldenrod.masking.rules.TableBuilder.table;

import dev.goldenrod.masking.rules.TableBuilder;
import dev.goldenrod.masking.schema.SourceSchema;
import dev.goldenrod.masking.schema.Table;
import java.util.Arrays;

/** Schemas as sources have them. */
final class Schemas {
  private static final String CREATED = "created_at: timestamp with time zone not null default";

  private Schemas() {}

  static SourceSchema of(TableBuilder... tables) {
    return new SourceSchema(Arrays.stream(tables).map(TableBuilder::build).toList());
  }

  /** After the documentation of Pagila, a video rental. */
  static SourceSchema rental() {
    String changed = "last_update: timestamp with time zone not null default";
    return of(
        table(
            "public.actor",
            "actor_id: integer primary key default",
            "first_name: text not null",
            "last_name: text not null",
            changed),
        table(
            "public.country",
            "country_id: integer primary key default",
            "country: text not null",
            changed),
        table(
                "public.city",
                "city_id: integer primary key default",
                "city: text not null",
                "country_id: integer not null",
                changed)
            .references("country_id", "public.country", "country_id"),
        table(
                "public.address",
                "address_id: integer primary key default",
                "address: text not null",
                "address2: text",
                "district: text not null",
                "city_id: integer not null",
                "postal_code: text",
                "phone: text not null",
                changed)
            .references("city_id", "public.city", "city_id"),
        table(
                "public.customer",
                "customer_id: integer primary key default",
                "first_name: text not null",
                "last_name: text not null",
                "email: text",
                "address_id: integer not null",
                "activebool: boolean not null default",
                "create_date: date not null default",
                "active: integer",
                changed)
            .references("address_id", "public.address", "address_id"),
        table(
            "public.film",
            "film_id: integer primary key default",
            "title: text not null",
            "description: text",
            "release_year: domain year = integer",
            "rental_rate: numeric(4,2) not null default",
            "length: smallint",
            "rating: enum mpaa_rating = G|PG|R default",
            "special_features: text[]",
            "fulltext: tsvector not null",
            changed),
        table(
                "public.staff",
                "staff_id: integer primary key default",
                "first_name: text not null",
                "last_name: text not null",
                "address_id: integer not null",
                "email: text",
                "active: boolean not null default",
                "username: text not null",
                "password: text",
                "picture: bytea")
            .references("address_id", "public.address", "address_id"),
        table(
                "public.payment",
                "payment_id: integer not null default",
                "customer_id: integer not null",
                "staff_id: integer not null",
                "amount: numeric(5,2) not null",
                "payment_date: timestamp with time zone not null")
            .kind(Table.Kind.PARTITIONED)
            .unique("payment_date", "payment_id")
            .references("customer_id", "public.customer", "customer_id")
            .references("staff_id", "public.staff", "staff_id"),
        table(
                "public.payment_p2022_01",
                "payment_id: integer not null default",
                "customer_id: integer not null",
                "staff_id: integer not null",
                "amount: numeric(5,2) not null",
                "payment_date: timestamp with time zone not null")
            .partitionOf("public.payment"),
        table("public.rental_by_category", "category: text", "total_sales: numeric")
            .kind(Table.Kind.MATERIALIZED_VIEW));
  }

  /** A shop with the types that a rental of videos does not have. */
  static SourceSchema shop() {
    return of(
        table(
            "crm.party",
            "id: bigint primary key default",
            "tenant: uuid not null",
            "display_name: text not null",
            "search: tsvector generated",
            CREATED),
        table(
                "crm.company",
                "id: bigint primary key default",
                "tenant: uuid not null",
                "display_name: text not null",
                "search: tsvector generated",
                CREATED,
                "vat_id: character varying(20) unique",
                "revenue: money")
            .inherits("crm.party"),
        table(
                "crm.archived_party",
                "id: bigint primary key default",
                "tenant: uuid not null",
                "display_name: text not null",
                "search: tsvector generated",
                CREATED)
            .inherits("crm.party"),
        table(
            "crm.person",
            "id: uuid primary key default",
            "email: citext not null unique",
            "login: character varying(32) not null unique",
            "mobile: domain phone = character varying(25)",
            "birthday: date",
            "home: composite address = street|city|zip",
            "tags: text[] not null default",
            "profile: jsonb not null default",
            "employed: daterange",
            "last_ip: inet",
            "device: macaddr",
            "location: point",
            "iban: character(34)",
            "card_number: character varying(19)",
            "salary: numeric(10,2)",
            "mood: enum mood = good|bad",
            "cv: xml",
            "photo: bytea",
            "religion: character varying(30)",
            "opening: time without time zone",
            "full_name: text generated",
            "0dd \"name\": text",
            "quirk: hstore"),
        table(
                "crm.visit",
                "person_id: uuid not null",
                "person_email: citext",
                "at: timestamp without time zone not null",
                "user_agent: text",
                "payload: json")
            .unique("person_id", "at")
            .references("person_id", "crm.person", "id")
            .references("person_email", "crm.person", "email")
            .check("CHECK ((user_agent <> ''::text))"),
        table(
                "\"sales.eu\".\"order\"",
                "no: character varying(20) primary key",
                "currency: character(3) not null default",
                "status: character varying(10) not null",
                "total: numeric(12,2) not null",
                "placed: date not null",
                "parent: character varying(20)",
                "note: text -- remark of the customer, with phone",
                "x1: text not null",
                "x2: double precision",
                "x3: integer unique",
                "x4: interval")
            .references("parent", "\"sales.eu\".\"order\"", "no"),
        table("\"sales.eu\".empty"),
        table("public.remote", "name: text").kind(Table.Kind.FOREIGN));
  }

  /** A German, French, Spanish, Italian, Dutch, Portuguese and Polish table each. */
  static SourceSchema languages() {
    return of(
        table(
            "public.kunden",
            "kunden_id: integer primary key",
            "Vorname: text",
            "Nachname: text",
            "Straße: text",
            "PLZ: character varying(5)",
            "Wohnort: text",
            "Telefonnummer: text",
            "Geburtsdatum: date",
            "Kontonummer: character varying(34)",
            "Bemerkungen: text",
            "SteuerID: character(11)"),
        table(
            "public.salarie",
            "id: integer primary key",
            "prénom: text",
            "nomFamille: text",
            "courriel: text",
            "date_naissance: date",
            "code_postal: text",
            "num_insee: text"),
        table(
            "public.cliente",
            "id: integer primary key",
            "apellidos: text",
            "fecha_nacimiento: date",
            "correo_electronico: text",
            "contraseña: text",
            "codice_fiscale: text",
            "indirizzo: text",
            "cognome: text",
            "cpf: text",
            "endereço: text",
            "data_nascimento: date"),
        table(
            "public.klant",
            "id: integer primary key",
            "achternaam: text",
            "geboortedatum: date",
            "huisnummer: text",
            "rekeningnummer: text",
            "nazwisko: text",
            "imię: text",
            "ulica: text",
            "hasło: text",
            "wynagrodzenie: numeric"));
  }
}
