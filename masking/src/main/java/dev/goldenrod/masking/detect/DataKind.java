package dev.goldenrod.masking.detect;

/** What a sensitive column holds. */
enum DataKind {
  EMAIL("e-mail addresses", "email"),
  PHONE("phone numbers", "phone"),
  GIVEN_NAME("given names", "given-name"),
  FAMILY_NAME("family names", "family-name"),
  FULL_NAME("names of people", "full-name"),
  USER_NAME("user names", "user-name"),
  PASSWORD("passwords", "password-hash"),
  SECRET("secrets", "hash"),
  STREET("street addresses", "street"),
  CITY("places", "city"),
  POSTCODE("postcodes", "postcode"),
  COMPANY("companies", "company"),
  IBAN("bank accounts", "iban"),
  CARD("card numbers", "card"),
  NATIONAL_ID("official numbers", "national-id"),
  BIRTH_DATE("dates of birth", "birth-date"),
  IP("IP addresses", "ip"),
  MAC("MAC addresses", "mac"),
  UUID("UUIDs", "uuid"),
  LOCATION("locations", "geometry"),
  INCOME("income and balances", "number"),
  SPECIAL("special categories of personal data", "hash"),
  FREE_TEXT("free text", "text");

  private final String plural;
  private final String transformer;

  DataKind(String plural, String transformer) {
    this.plural = plural;
    this.transformer = transformer;
  }

  String plural() {
    return plural;
  }

  String transformer() {
    return transformer;
  }
}
