package dev.goldenrod.golden.planted;

import com.fasterxml.jackson.databind.JsonNode;

/** Breaks a rule, to prove that the rule holds. */
public final class DomainWithAFramework {
  private DomainWithAFramework() {}

  static String name(JsonNode json) {
    return json.asText();
  }
}
