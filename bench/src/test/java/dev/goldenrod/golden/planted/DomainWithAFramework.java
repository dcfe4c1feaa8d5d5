package dev.goldenrod.golden.planted;

import com.fasterxml.jackson.databind.JsonNode;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class DomainWithAFramework {
  private DomainWithAFramework() {}

  static String name(JsonNode json) {
    return json.asText();
  }
}
